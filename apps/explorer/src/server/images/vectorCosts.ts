/**
 * What parts of a drawing take besides their number, in rectangles over all of it: one is 0.25 ms for a million pixels in
 * Chromium 156 on one core, where the rest was measured as well. At worst everything is drawn over all of it.
 */
import { count, findAll } from "./vectorText.ts";

const FUNCTION = 120;
/** A function of a filter that changes colours only. */
const TONE = 10;
const GRADIENT = 45;
const BACKDROP = 200;
const SHADOW = 20;
const BLEND = 12;
const MASK = 48;
/** For each part that is filled with it. */
const PAINT = 8;
/** A pattern, for its tile may be much larger than the drawing. */
export const PATTERN = 300;

/** What a part is drawn upon by itself, when there are parts in it. */
export const LAYER = 12;

const FUNCTIONS = /(?:blur|drop-shadow)\(/gi;
const TONES = /(?:brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/gi;
const GRADIENTS = /gradient\(/gi;
const DEFINITION = /(?:(?<![\w-])--[\w-]+|initial-value)\s*:([^;}]*)/gi;

/** Whether variables stand for what costs more than the text of it: for functions, or for several shadows. */
export const multiplies = (style: string): boolean =>
  /@function|\battr\([^()]*\btype\(/i.test(style) ||
  findAll(style, DEFINITION).some(
    (value) => /(?:blur|drop-shadow|gradient|url)\(/i.test(value) || withoutArguments(value).includes(","),
  );

const withoutArguments = (value: string): string => value.replaceAll(/\([^()]*\)?/g, "");

const shadowCost = (style: string): number =>
  findAll(style, /shadow\s*:([^;}]*)/gi).reduce(
    (sum, value) => sum + SHADOW * withoutArguments(value).split(",").length,
    0,
  );

/** What style takes: an attribute as `name: value`, a `style`, or a sheet, unescaped. */
export const styleCost = (style: string): number =>
  FUNCTION * count(style, FUNCTIONS) +
  BACKDROP * count(style, /backdrop-filter\s*:/gi) +
  TONE * count(style, TONES) +
  GRADIENT * count(style, GRADIENTS) +
  shadowCost(style) +
  BLEND * count(style, /blend-mode\s*:/gi) +
  MASK * count(style, /mask(?:-image)?\s*:/gi);

/** The same of what fills parts or their lines: a gradient, or a pattern. */
export const paintCost = (style: string): number => PAINT * count(style, /(?:fill|stroke)\s*:\s*url/gi);

/** Whether it makes layers of what has parts. */
export const makesLayers = (style: string): boolean => /(?:^|[^\w-])(?:opacity|isolation)\s*:/i.test(style);

/** A character that is large. */
export const GLYPH = 3;
/** An element of a page, which a `foreignObject` may hold. */
export const BOX = 6;
/** For each character of a sheet, besides files within it, and each element: whether that is what the sheet means. */
const MATCHED = 0.000_17;
const TEXT_PER_RULE = 16;

/** What sheets take for each element. Without end for what has each selector tried again for others. */
export function matchCost(sheet: string): number {
  const plain = sheet.replaceAll(/url\([^)]*\)?/gi, "");
  const nesting = nestingOf(plain);
  if (nesting > 1 || /:has\(/i.test(plain)) return Number.POSITIVE_INFINITY;
  return MATCHED * plain.length * (nesting === 0 ? 1 : plain.length / TEXT_PER_RULE);
}

/** How many rules there are within a rule, at most; those with an `@` aside. */
function nestingOf(sheet: string): number {
  const open: boolean[] = [];
  let [most, depth, from] = [0, 0, 0];
  for (const { 0: mark, index } of sheet.matchAll(/[{};]/g)) {
    const isRule = !sheet.slice(from, index).trim().startsWith("@");
    if (mark === "{") {
      open.push(isRule);
      if (isRule) depth += 1;
    } else if (mark === "}" && open.pop() === true) depth -= 1;
    most = Math.max(most, depth - 1);
    from = index + 1;
  }
  return most;
}
