import { blurredCost, type Drawing, noteStyle, type Part } from "./drawing.ts";
import { picturesCost } from "./embeddedPictures.ts";
import { LAYER, makesLayers, matchCost, paintCost, PATTERN } from "./vectorCosts.ts";
import { filterCost, spreadOf } from "./vectorFilters.ts";
import { dashCost, styleLength } from "./vectorLines.ts";
import { embedsMore, findSheetReferences, saysInherit, unescapeStyle, withoutComments } from "./vectorText.ts";

/** Parts that draw parts, and so on. */
const DEPTH_MAX = 400;

/**
 * A style sheet or an animation may have any part draw what it refers to, what is referred to in the same way as well: at worst
 * each of these draws all others.
 */
export function weighDrawing(root: Part, drawing: Drawing): number {
  const { parts, loose } = drawing;
  const sheets = drawing.sheets.map(({ text }) => withoutComments(unescapeStyle(text)));
  for (const sheet of sheets) noteStyle(sheet, drawing);
  const sum = (costOf: (sheet: string) => number): number => sheets.reduce((cost, sheet) => cost + costOf(sheet), 0);
  drawing.everywhere = sum((sheet) => blurredCost(sheet, drawing) + matchCost(sheet));
  drawing.longer += sum((sheet) => styleLength(sheet, drawing.sideMost));
  drawing.hasLayers = sheets.some(makesLayers);
  if (sheets.some(embedsMore) || (drawing.multiplies && drawing.hasVariables)) return Number.POSITIVE_INFINITY;
  drawing.inherits ||= sheets.some(saysInherit);
  const references = [...loose, ...sheets.flatMap(findSheetReferences)];
  const drawn = findParts(references, parts);
  const times = (product: number, part: Part): number => product * (1 + drawn.length * weighPart(part, drawing, 0));
  const whole = weighPart(root, drawing, 0);
  return [...new Set(drawn)].reduce(times, whole) + sum(paintCost) * root.shapes + sum(picturesCost);
}

function weighPart(part: Part, drawing: Drawing, depth: number): number {
  if (part.weight !== undefined) return part.weight;
  if (depth > DEPTH_MAX) return Number.POSITIVE_INFINITY;
  part.weight = Number.POSITIVE_INFINITY; // of what refers to itself
  const sum = (some: readonly Part[]): number =>
    some.reduce((weight, one) => weight + weighPart(one, drawing, depth + 1), 0);
  const named = (ids: readonly string[]): number => sum(findParts(ids, drawing.parts));
  const drawn = weighFilter(part, drawing) + weighAlone(part, drawing) + sum(part.children) + named(part.draws);
  const [paints, covers] = [named(part.paints), named(part.covers)];
  part.shapes =
    1 + part.glyphs + [...part.children, ...findParts(part.draws, drawing.parts)].reduce((n, one) => n + one.shapes, 0);
  const patterns = findParts(part.paints, drawing.parts).filter(({ name }) => name === "pattern");
  const filled = drawn * (1 + paints) + (part.painted + PATTERN * patterns.length) * part.shapes;
  part.weight = drawing.inherits ? filled * (1 + covers) : filled + covers;
  return part.weight;
}

function weighAlone(part: Part, drawing: Drawing): number {
  const isLayer = part.children.length > 0 && (part.isLayer || drawing.hasLayers);
  const length = part.length === 0 ? 0 : part.length + drawing.longer;
  const dashes = dashCost(length, part.glyphs, drawing.fontSize, drawing.dashes);
  return part.own + drawing.everywhere + dashes + (isLayer ? LAYER : 0);
}

const findParts = (ids: readonly string[], parts: ReadonlyMap<string, Part>): Part[] =>
  ids.flatMap((id) => parts.get(id) ?? []);

/** What a filter takes of its own; 0 for other parts. */
function weighFilter(part: Part, drawing: Drawing): number {
  if (!/^filter$/i.test(part.name)) return 0;
  const primitives = part.children.flatMap(({ name, primitive, children }) => {
    if (primitive === undefined) return [];
    const merged = name === "feMerge" ? children.flatMap((node) => node.primitive ?? []) : [];
    const inputs = [...primitive.inputs, ...merged.flatMap((node) => node.inputs)];
    return [{ ...primitive, cost: merged.reduce((sum, { cost }) => sum + cost, primitive.cost), inputs }];
  });
  const blurs = part.children.filter(({ name }) => /^fe(?:GaussianBlur|DropShadow)$/.test(name)).length;
  return filterCost(primitives) * spreadOf(blurs, drawing.reach, drawing.side);
}
