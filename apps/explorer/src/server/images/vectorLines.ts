/** What lines and their dashes take, in the unit of vectorCosts.ts. */
import { count, findAll, findNumbers } from "./vectorText.ts";

/** Characters of its own that are as much to draw as a rectangle: a path can have many points. */
export const TEXT_PER_ELEMENT = 32;
/** For each dash; a path has a million at most. */
const DASH = 0.005;
const DASHES_MAX = 1_200_000;

/**
 * The length of the shortest pattern of dashes, with its gaps; without end where there is none, 0 for what can't be told.
 * @param isAnimated - Whether there may be any between it and another.
 */
export function findDashes(style: string, isAnimated: boolean): number {
  const growsFromNone = isAnimated || /@keyframes|@-webkit-keyframes|@starting-style/i.test(style);
  return findAll(style, /dasharray\s*:([^;}]*)/gi).reduce(
    (least, value) => Math.min(least, dashLength(value, growsFromNone)),
    Number.POSITIVE_INFINITY,
  );
}

function dashLength(value: string, growsFromNone: boolean): number {
  const text = value.replace(/!important/i, "").trim();
  if (/^(?:|none|inherit|initial|unset)$/i.test(text)) return Number.POSITIVE_INFINITY;
  const lengths = text.split(/[\s,]+/).map((length) => toLength(length));
  if (lengths.some((length) => Number.isNaN(length) || length < 0)) return 0;
  return lengths.reduce((total, length) => total + length, 0) || (growsFromNone ? 0 : Number.POSITIVE_INFINITY);
}

/** In pixels of the drawing, which those who write it know by numbers alone, most often. */
const UNITS: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 4 / 3, pc: 16, mm: 3.8, cm: 38, in: 96, q: 0.94 };

/** @param whole - What percentages are of, at most. */
function toLength(text: string, whole = Number.NaN): number {
  const [, digits, unit = ""] = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]*|%)\s*$/i.exec(text) ?? [];
  return Number(digits) * (unit === "%" ? whole / 100 : (UNITS[unit.toLowerCase()] ?? Number.NaN));
}

const SHAPE = /^(?:circle|ellipse|line|path|polygon|polyline|rect)$/;
const GEOMETRY = /^(?:d|points|pathLength|[xy][12]|r[xy]?|width|height)$/;
const GEOMETRY_OF_STYLE = /(?:^|[;{\s])(?:d|points|pathLength|[xy][12]|r[xy]?|width|height)\s*:([^;}]*)/gi;
const PATH_LENGTH = 2_000;
/** Of a character, where fonts are no larger than this. */
const GLYPH_LENGTH = 2_000;
const FONT_SIZE = 400;

/** The largest that a style sets fonts to, in pixels; 0 where it sets none. */
export const findFontSize = (style: string): number =>
  findAll(style, /font(?:-size)?\s*:([^;}]*)/gi)
    .flatMap((value) => value.split(/[\s,/]+/))
    .reduce((most, size) => Math.max(most, toLength(size.replace(/r?em$/i, "pc")) || 0), 0);

/**
 * How long the lines of an element are at most, about, without its text; 0 where it has none, without end if it can't be told.
 * @param side - Of the drawing, at most, in its pixels.
 */
export function lineLength(name: string, attributes: ReadonlyMap<string, string>, side: number): number {
  if (!SHAPE.test(name)) return 0;
  let length = PATH_LENGTH;
  for (const [attribute, value] of attributes)
    if (GEOMETRY.test(attribute)) length += geometryLength(attribute === "d" || attribute === "points", value, side);
  return length;
}

/** How much longer than that the lines of any element may be by style, or by an animation: `name: value` of all it says. */
export const styleLength = (style: string, side: number): number =>
  /non-scaling-stroke/i.test(style)
    ? Number.POSITIVE_INFINITY
    : findAll(style, GEOMETRY_OF_STYLE).reduce(
        (sum, value) => sum + geometryLength(/^\s*path/i.test(value), value.replace(/!important/i, ""), side),
        0,
      );

function geometryLength(hasPoints: boolean, value: string, side: number): number {
  if (/^\s*(?:auto|inherit|none|)\s*$/i.test(value)) return 0;
  const length = hasPoints ? 4 * pointsLength(value) : 8 * Math.abs(toLength(value, side));
  return Number.isNaN(length) ? Number.POSITIVE_INFINITY : length;
}

/** Each curve that goes on from the one before it may be longer than that one. */
function pointsLength(text: string): number {
  const numbers = findNumbers(text);
  const longest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return numbers.length * longest * (1 + count(text, /t/gi));
}

/** A path of so many takes twice as long as its characters in several would, and so on. */
const TEXT_PER_PATH = 16_384;

/** What the points of one path take because there are others. */
export const pathCost = (attributes: ReadonlyMap<string, string>): number =>
  ["d", "points"].reduce((cost, name) => {
    const { length } = attributes.get(name) ?? "";
    return cost + (length / TEXT_PER_ELEMENT) * (length / TEXT_PER_PATH);
  }, 0);

/** What it takes to draw lines of this length, and characters, with such dashes. */
export function dashCost(length: number, characters: number, fontSize: number, pattern: number): number {
  if (pattern === Number.POSITIVE_INFINITY || length + characters === 0) return 0;
  const dashes = (length + GLYPH_LENGTH * characters * Math.max(1, fontSize / FONT_SIZE)) / pattern;
  return DASH * Math.min(dashes, DASHES_MAX * (1 + characters));
}
