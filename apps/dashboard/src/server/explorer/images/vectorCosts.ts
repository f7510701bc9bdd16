/**
 * What parts of a drawing take besides their number, in rectangles over all of it: one is 0.25 ms for a million pixels in
 * Chromium 156 on one core, where the rest was measured as well. At worst everything is drawn over all of it.
 */

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
  feMorphology: 5_600,
  feSpecularLighting: 270,
};
/** Each number of a kernel. */
const TAP = 65;
const NOISE = 300;
const OCTAVE = 2;

/** What an element takes as part of a filter; 0 for others, without end for what can't be told. */
export function primitiveCost(name: string, attributes: ReadonlyMap<string, string>): number {
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

/** What an animation could change so that it takes much more. */
export const COSTLY_ATTRIBUTE = /^(?:order|numOctaves)$/;

const FUNCTION = 120;
const BACKDROP = 200;
const SHADOW = 20;
const BLEND = 12;
const MASK = 48;
const PAINT = 8;

/** What a part is drawn upon by itself, when there are parts in it. */
export const LAYER = 12;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const FUNCTIONS = /(?:blur|drop-shadow)\(/gi;
export const hasFunctions = (style: string): boolean => count(style, FUNCTIONS) > 0;

/** What style takes: an attribute as `name: value`, a `style`, or a sheet, unescaped. */
export const styleCost = (style: string): number =>
  FUNCTION * count(style, FUNCTIONS) +
  BACKDROP * count(style, /backdrop-filter\s*:/gi) +
  SHADOW * count(style, /shadow\s*:/gi) +
  BLEND * count(style, /blend-mode\s*:/gi) +
  MASK * count(style, /mask(?:-image)?\s*:/gi);

/** The same of what fills parts or their lines: a gradient, or a pattern. */
export const paintCost = (style: string): number => PAINT * count(style, /(?:fill|stroke)\s*:\s*url/gi);

/** Whether it makes layers of what has parts. */
export const makesLayers = (style: string): boolean => /(?:^|[^\w-])(?:opacity|isolation)\s*:/i.test(style);

/** For each dash; a path has a million at most. */
const DASH = 0.005;
const DASHES_MAX = 1_200_000;

/** The length of the shortest pattern of dashes, with its gaps; without end where there is none, 0 for what can't be told. */
export function findDashes(style: string): number {
  const patterns = Array.from(style.matchAll(/dasharray\s*:\s*([^}]*)/gi), ([, value = ""]) => value.split(";"));
  return patterns.flat().reduce((least, value) => Math.min(least, dashLength(value)), Number.POSITIVE_INFINITY);
}

function dashLength(value: string): number {
  const text = value.replace(/!important/i, "").trim();
  if (/^(?:|none|inherit|initial|unset)$/i.test(text) || /^[a-z-]+\s*:/i.test(text)) return Number.POSITIVE_INFINITY;
  const lengths = text.split(/[\s,]+/).map((length) => Number.parseFloat(length));
  if (lengths.some((length) => Number.isNaN(length) || length < 0)) return 0;
  return lengths.reduce((total, length) => total + length, 0) || Number.POSITIVE_INFINITY;
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const GEOMETRY = /^(?:d|points|pathLength|[rxy][12xy]?|c[xy]|width|height)$/;
const PATH_LENGTH = 2_000;
const GLYPH_LENGTH = 2_000;

/** How long the lines of an element are at most, about, without its text; 0 where it has none. */
export function lineLength(attributes: ReadonlyMap<string, string>): number {
  let length = 0;
  for (const [name, value] of attributes) {
    if (!GEOMETRY.test(name)) continue;
    const numbers = value.match(NUMBER) ?? [];
    length += numbers.length * numbers.reduce((most, digits) => Math.max(most, Math.abs(Number(digits))), 0);
  }
  return length === 0 ? 0 : PATH_LENGTH + 4 * length;
}

/** Characters that are as much to draw as a rectangle: a path can have many points. */
export const TEXT_PER_ELEMENT = 32;
/** A path of so many takes twice as long as its characters in several would, and so on. */
const TEXT_PER_PATH = 16_384;

/** What the points of one path take because there are others. */
export const pathCost = (attributes: ReadonlyMap<string, string>): number =>
  ["d", "points"].reduce((cost, name) => {
    const { length } = attributes.get(name) ?? "";
    return cost + (length / TEXT_PER_ELEMENT) * (length / TEXT_PER_PATH);
  }, 0);

/** What it takes to draw lines of this length, and characters, with such dashes. */
export function dashCost(length: number, characters: number, pattern: number): number {
  if (pattern === Number.POSITIVE_INFINITY || length + characters === 0) return 0;
  const dashes = (length + GLYPH_LENGTH * characters) / pattern;
  return DASH * Math.min(dashes, DASHES_MAX * (1 + characters));
}
