/** What filters take, in the unit of vectorCosts.ts. */
import { findAll, findNumbers } from "./vectorText.ts";

/** Primitives of filters, by element. */
const PRIMITIVES: Readonly<Record<string, number>> = {
  feBlend: 45,
  feColorMatrix: 4,
  feComponentTransfer: 10,
  feComposite: 105,
  feDiffuseLighting: 270,
  feDisplacementMap: 25,
  feDropShadow: 120,
  feGaussianBlur: 120,
  feMergeNode: 16,
  feMorphology: 5_600,
  feOffset: 5,
  feSpecularLighting: 270,
  feTile: 5,
};
/** Each number of a kernel. */
const TAP = 65;
const NOISE = 300;
const OCTAVE = 2;

/** What an element takes as part of a filter; 0 for others, without end for what can't be told. */
function primitiveCost(name: string, attributes: ReadonlyMap<string, string>): number {
  if (name === "feConvolveMatrix") {
    const [width = Number.POSITIVE_INFINITY, height = width] = readCounts(attributes.get("order") ?? "3");
    return TAP * width * height;
  }
  if (name === "feTurbulence") {
    const [octaves = Number.POSITIVE_INFINITY] = readCounts(attributes.get("numOctaves") ?? "1");
    return NOISE + OCTAVE * octaves;
  }
  return PRIMITIVES[name] ?? 0;
}

/** One number or two; nothing for anything else. */
const readCounts = (text: string): number[] =>
  /^\s*\d+(?:[\s,]+\d+)?\s*$/.test(text) ? (text.match(/\d+/g) ?? []).map(Number) : [];

/** A primitive of a filter. */
export interface Primitive {
  readonly cost: number;
  /** What others draw upon it by. */
  readonly result: string | undefined;
  /** What it draws upon; undefined: the one before it. */
  readonly inputs: readonly (string | undefined)[];
}

/** What an animation could change so that a primitive takes much more. */
export const COSTLY_ATTRIBUTE = /^(?:order|numOctaves|in2?|result)$/;

export function readPrimitive(name: string, attributes: ReadonlyMap<string, string>): Primitive | undefined {
  if (!name.startsWith("fe")) return undefined;
  const inputs = [attributes.get("in"), ...(attributes.has("in2") ? [attributes.get("in2")] : [])];
  const hasInput = !/^fe(?:Flood|Image|Turbulence|Merge|Func[A-Z]|.*Light)$/.test(name);
  return { cost: primitiveCost(name, attributes), inputs: hasInput ? inputs : [], result: attributes.get("result") };
}

const SOURCE = /^(?:Source|Background|Fill|Stroke)[A-Z]/;

/** What a filter takes: each primitive is drawn anew for each that draws upon it. */
export function filterCost(primitives: readonly Primitive[]): number {
  const named = new Map<string, number>();
  let last = 0;
  let most = 0;
  const take = (input: string | undefined): number =>
    input !== undefined && SOURCE.test(input) ? 0 : (named.get(input ?? "") ?? last);
  for (const { cost, inputs, result } of primitives) {
    last = inputs.reduce((sum, input) => sum + take(input), cost);
    most = Math.max(most, last);
    if (result !== undefined && result !== "") named.set(result, last);
  }
  return most;
}

/** How many times as much is drawn where blurs reach beyond a drawing. @param reach - Of one, in pixels of the drawing. */
export const spreadOf = (blurs: number, reach: number, side: number): number => (1 + (6 * blurs * reach) / side) ** 2;

const withoutColours = (value: string): string => value.replaceAll(/#\w+|[a-z]+\([^)]*/gi, "");

/** The furthest that blurs of style reach, or a `stdDeviation`, in pixels; 0 without any. */
export const findReach = (style: string): number =>
  findAll(style, /(?:stdDeviation\s*:|blur\(|drop-shadow\()([^;})]*)/gi).reduce(
    (most, value) => Math.max(most, ...findNumbers(withoutColours(value)).slice(0, 9)),
    0,
  );
