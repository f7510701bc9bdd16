import { blurredCost, createDrawing, type Drawing, noteStyle, type Part, SIDE } from "./drawing.ts";
import { picturesCost } from "./embeddedPictures.ts";
import { BOX, GLYPH, makesLayers, paintCost } from "./vectorCosts.ts";
import { COSTLY_ATTRIBUTE, readPrimitive } from "./vectorFilters.ts";
import { lineLength, pathCost, styleLength, TEXT_PER_ELEMENT } from "./vectorLines.ts";
import {
  embedsMore,
  findReferences,
  hasOtherEntities,
  readText,
  saysInherit,
  unescapeStyle,
  unescapeUrl,
  withoutComments,
} from "./vectorText.ts";
import { weighDrawing } from "./weighDrawing.ts";

const BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 200;
/** Drawings within a drawing. */
const NESTED_MAX = 3;
/** Elements to draw, each time that one is referred to, and what takes as long: see vectorCosts.ts. */
const WEIGHT_MAX = 30_000;

/**
 * Reads a stranger's drawing of vectors (SVG) for browsers to show as an image, in which no script runs and nothing is loaded.
 * @returns Its bytes as they are. Undefined for what isn't SVG, what a browser may read otherwise than here, such as what declares
 * entities, and what would take one long: what is large, refers to its own parts again and again, or is costly to draw.
 */
export function readVector(file: Buffer): Buffer | undefined {
  return file.length <= BYTES_MAX && weigh(file.toString("utf8"), 0) <= WEIGHT_MAX ? file : undefined;
}

/** Whether a file may be one, by how it begins. */
export const looksLikeVector = (file: Buffer): boolean =>
  /^\uFEFF?\s*<(?:svg[\s>/]|\?xml\s|!--|!doctype\s)/i.test(file.toString("utf8", 0, 256));

/** How much there is to draw; without end for what isn't to be shown. */
function weigh(file: string, nesting: number): number {
  const text = file.replace(/^\uFEFF/, "");
  const [declaration = ""] = /^\s*<\?xml\s[^?]*\?>/.exec(text) ?? [];
  const isUtf8 = !/encoding(?!\s*=\s*["']utf-?8["'])/i.test(declaration) && !text.includes("\0");
  if (nesting > NESTED_MAX || !isUtf8 || hasOtherEntities(text)) return Number.POSITIVE_INFINITY;
  const drawing = createDrawing(nesting);
  const root = readParts(text.slice(declaration.length), drawing);
  return root === undefined ? Number.POSITIVE_INFINITY : weighDrawing(root, drawing);
}

/** Whatever begins with `<` in well-formed XML, but declarations of entities, and instructions. */
const MARKUP =
  /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<!DOCTYPE\s[^[\]<>]*>|<(\/)[^\s<>]+\s*>|<([^\s=<>"'/!?]+)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ANIMATION = /^(?:animate.*|set)$/i;
const COVER = /^(?:clip-path|filter|mask)$/;
const LINK = /^(?:href|src)$/i;
const NESTED = /^data:image\/svg\+xml(?:;charset=utf-?8|;utf-?8)?(;base64)?,([^]*)$/i;

/** @returns The part that all others are in; undefined where there is none, or more. */
function readParts(text: string, drawing: Drawing): Part | undefined {
  const open: Part[] = [];
  let root: Part | undefined;
  let parts = 0;
  for (let at = text.indexOf("<"); at >= 0;) {
    MARKUP.lastIndex = at;
    const [whole, verbatim = "", end, name, attributes = "", empty] = MARKUP.exec(text) ?? [];
    if (whole === undefined || open.length > DEPTH_MAX || parts > WEIGHT_MAX) return undefined;
    if (end !== undefined && open.pop() === undefined) return undefined;
    if (name !== undefined) {
      if (root === undefined ? !/^svg$/i.test(withoutPrefix(name)) : open.length === 0) return undefined;
      const part = readPart(withoutPrefix(name), attributes, open.at(-1), drawing);
      root ??= part;
      parts += 1;
      open.at(-1)?.children.push(part);
      if (empty === "") open.push(part);
    }
    const after = at + whole.length;
    at = text.indexOf("<", after);
    addText(open.at(-1), verbatim + readText(text.slice(after, at < 0 ? undefined : at)));
  }
  return open.length === 0 ? root : undefined;
}

const SILENT = /^(?:style|title|desc|metadata|script)$/i;

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

function addText(part: Part | undefined, text: string): void {
  if (part === undefined) return;
  part.text += text;
  const glyphs = SILENT.test(part.name) ? 0 : text.replaceAll(/\s+/g, "").length;
  part.glyphs += glyphs;
  part.own += text.length / TEXT_PER_ELEMENT + GLYPH * glyphs;
}

function readPart(name: string, text: string, parent: Part | undefined, drawing: Drawing): Part {
  const attributes = new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, attribute = "", quoted, apostrophed]): [string, string] => [
      attribute,
      readText(quoted ?? apostrophed ?? ""),
    ]),
  );
  noteSide(name, attributes, drawing);
  const isBox = parent !== undefined && (parent.isBox || /^foreignObject$/i.test(parent.name));
  const part: Part = {
    own: 1 + (isBox ? BOX : 0) + text.length / TEXT_PER_ELEMENT + pathCost(attributes),
    name,
    text: "",
    glyphs: 0,
    primitive: readPrimitive(name, attributes),
    isBox,
    painted: 0,
    length: lineLength(name, attributes, drawing.sideMost),
    isLayer: false,
    children: [],
    draws: [],
    paints: [],
    covers: [],
    weight: undefined,
    shapes: 0,
  };
  if (/^style$/i.test(name)) drawing.sheets.push(part);
  const animated = ANIMATION.test(name) ? (attributes.get("attributeName") ?? "") : undefined;
  if (animated !== undefined && COSTLY_ATTRIBUTE.test(animated.trim())) part.own = Number.POSITIVE_INFINITY;
  for (const [attribute, value] of attributes) {
    const isLink = LINK.test(withoutPrefix(attribute));
    if (attribute.includes(":") && !isLink) continue; // of other programs
    // gradients draw no parts
    if (attribute === "id" && !/^(?:linear|radial)Gradient$/.test(name)) addId(value, part, drawing.parts);
    const plain = unescapeStyle(value);
    const nested = isLink ? NESTED.exec(value.replaceAll(/[\t\n\r]/g, "").trim()) : null;
    if (nested !== null) part.own += weighNested(nested, drawing.nesting + 1);
    else part.own += embedsMore(plain) ? Number.POSITIVE_INFINITY : picturesCost(plain);
    const isStyle = attribute === "style";
    if (isStyle || attribute === "vector-effect") drawing.longer += styleLength(plain, drawing.sideMost);
    if (animated === undefined) addStyle(isStyle ? plain : `${attribute}: ${plain}`, part, drawing);
    else if (VALUES.test(attribute)) addAnimated(animated, plain.split(";"), part, drawing);
    drawing.inherits ||= saysInherit(plain);
    if (animated !== undefined && isLink) continue; // to what it animates
    const ids = isLink ? part.draws : COVER.test(attribute) ? part.covers : part.paints;
    for (const id of findReferences(plain)) (animated === undefined ? ids : drawing.loose).push(id);
  }
  return part;
}

/** All values that an animation gives: of lines, the longest. */
function addAnimated(name: string, values: readonly string[], part: Part, drawing: Drawing): void {
  const styles = values.map((value) => `${name}: ${value}`);
  for (const style of styles) addStyle(style, part, drawing, true);
  drawing.longer += styles.reduce((most, style) => Math.max(most, styleLength(style, drawing.sideMost)), 0);
}

const VALUES = /^(?:values|from|to|by)$/;

function addStyle(text: string, part: Part, drawing: Drawing, isAnimated = false): void {
  if (!COSTLY_STYLE.test(text)) return;
  const style = withoutComments(text);
  part.own += blurredCost(style, drawing);
  part.painted += paintCost(style);
  part.isLayer ||= makesLayers(style);
  noteStyle(style, drawing, isAnimated);
}

const COSTLY_STYLE = /[(@]|--|blend|dash|filter|font|isolation|mask|opacity|shadow|stdDeviation|primitiveUnits/i;

function noteSide(name: string, attributes: ReadonlyMap<string, string>, drawing: Drawing): void {
  const text = attributes.get("viewBox") ?? `${attributes.get("width") ?? ""} ${attributes.get("height") ?? ""}`;
  const numbers = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
  const side = /^(?:svg|symbol|marker|pattern|view)$/i.test(name) ? Math.max(0, ...numbers.slice(-2)) : 0;
  drawing.sideMost = Math.max(drawing.sideMost, side);
  drawing.side ||= side || SIDE;
}

/** One that is written in a way in which it could be referred to by other names is refused where it is. */
function addId(id: string, part: Part, parts: Map<string, Part>): void {
  const [plain = ""] = /^[\w-]+$/.test(id) ? [id] : findReferences(unescapeStyle(`#${id}`));
  if (plain === id && !parts.has(id)) parts.set(id, part);
  if (plain !== id) for (const either of [plain, id]) parts.set(either, { ...part, weight: Number.POSITIVE_INFINITY });
}

function weighNested([, base64, body = ""]: readonly (string | undefined)[], nesting: number): number {
  const text = unescapeUrl(body);
  if (base64 === undefined) return weigh(text, nesting);
  const packed = text.replaceAll(/\s/g, "");
  return /^[a-z0-9+/]*={0,2}$/i.test(packed)
    ? weigh(Buffer.from(packed, "base64").toString("utf8"), nesting)
    : Number.POSITIVE_INFINITY;
}
