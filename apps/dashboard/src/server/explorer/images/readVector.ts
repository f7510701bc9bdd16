import {
  embedsMore,
  findReferences,
  findSheetReferences,
  hasOtherEntities,
  readText,
  saysInherit,
  unescapeStyle,
  unescapeUrl,
  withoutComments,
} from "./vectorText.ts";
import {
  COSTLY_ATTRIBUTE,
  dashCost,
  findDashes,
  hasFunctions,
  LAYER,
  lineLength,
  makesLayers,
  paintCost,
  pathCost,
  primitiveCost,
  styleCost,
  TEXT_PER_ELEMENT,
} from "./vectorCosts.ts";

const BYTES_MAX = 256 * 1024;
const DEPTH_MAX = 200;
/** Drawings within a drawing. */
const NESTED_MAX = 3;
/** Elements to draw, each time that one is referred to, and what takes as long: see vectorCosts.ts. */
const WEIGHT_MAX = 30_000;

/**
 * Reads a stranger's drawing of vectors (SVG) for browsers to show as an image, in which no script runs and nothing is loaded.
 * @returns Its bytes as they are. Undefined for what isn't SVG, what a browser may read otherwise than here, and what would take
 * one long: what is large, declares entities, or refers to its own parts so often that little text draws without end.
 */
export function readVector(file: Buffer): Buffer | undefined {
  return file.length <= BYTES_MAX && weigh(file.toString("utf8"), 0) <= WEIGHT_MAX ? file : undefined;
}

/** Whether a file may be one, by how it begins. */
export const looksLikeVector = (file: Buffer): boolean =>
  /^\uFEFF?\s*<(?:svg[\s>/]|\?xml\s|!--|!doctype\s)/i.test(file.toString("utf8", 0, 256));

interface Part {
  /** How much there is to draw of it, without what is in it. */
  own: number;
  /** What stands right in it. */
  text: string;
  /** Of its lines, at most. */
  readonly length: number;
  isLayer: boolean;
  readonly children: Part[];
  /** Ids of what it draws. */
  readonly draws: string[];
  /** Ids of what may be drawn for each part in it, as a fill that those inherit. */
  readonly paints: string[];
  /** Ids of what is laid over it as a whole, unless its parts say that they inherit that. */
  readonly covers: string[];
  /** With all of that; undefined: not known yet. */
  weight: number | undefined;
}

interface Drawing {
  /** By id. */
  readonly parts: Map<string, Part>;
  readonly sheets: Part[];
  /** Ids of what animations may have any part draw. */
  readonly loose: string[];
  readonly nesting: number;
  inherits: boolean;
  /** The length of the shortest pattern of dashes. */
  dashes: number;
  /** What sheets may have each part take. */
  everywhere: number;
  /** Whether they may make a layer of each part. */
  hasLayers: boolean;
  hasFunctions: boolean;
  hasVariables: boolean;
}

/** How much there is to draw; without end for what isn't to be shown. */
function weigh(file: string, nesting: number): number {
  const text = file.replace(/^\uFEFF/, "");
  const [declaration = ""] = /^\s*<\?xml\s[^?]*\?>/.exec(text) ?? [];
  const isUtf8 = !/encoding(?!\s*=\s*["']utf-?8["'])/i.test(declaration) && !text.includes("\0");
  if (nesting > NESTED_MAX || !isUtf8 || hasOtherEntities(text)) return Number.POSITIVE_INFINITY;
  const drawing: Drawing = {
    parts: new Map(),
    sheets: [],
    loose: [],
    nesting,
    inherits: false,
    dashes: Number.POSITIVE_INFINITY,
    everywhere: 0,
    hasLayers: false,
    hasFunctions: false,
    hasVariables: false,
  };
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
  for (let at = text.indexOf("<"); at >= 0;) {
    MARKUP.lastIndex = at;
    const [whole, verbatim = "", end, name, attributes = "", empty] = MARKUP.exec(text) ?? [];
    if (whole === undefined || open.length > DEPTH_MAX) return undefined;
    if (end !== undefined && open.pop() === undefined) return undefined;
    if (name !== undefined) {
      if (root === undefined ? !/^svg$/i.test(withoutPrefix(name)) : open.length === 0) return undefined;
      const part = readPart(withoutPrefix(name), attributes, drawing);
      root ??= part;
      open.at(-1)?.children.push(part);
      if (empty === "") open.push(part);
    }
    const after = at + whole.length;
    at = text.indexOf("<", after);
    addText(open.at(-1), verbatim + readText(text.slice(after, at < 0 ? undefined : at)));
  }
  return open.length === 0 ? root : undefined;
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

function addText(part: Part | undefined, text: string): void {
  if (part === undefined) return;
  part.text += text;
  part.own += text.length / TEXT_PER_ELEMENT;
}

function readPart(name: string, text: string, drawing: Drawing): Part {
  const attributes = new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, attribute = "", quoted, apostrophed]): [string, string] => [
      attribute,
      readText(quoted ?? apostrophed ?? ""),
    ]),
  );
  const own = 1 + text.length / TEXT_PER_ELEMENT + primitiveCost(name, attributes) + pathCost(attributes);
  const length = lineLength(attributes);
  const part: Part = {
    own,
    text: "",
    length,
    isLayer: false,
    children: [],
    draws: [],
    paints: [],
    covers: [],
    weight: undefined,
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
    else if (embedsMore(plain)) part.own = Number.POSITIVE_INFINITY;
    addStyle(attribute === "style" ? plain : `${animated ?? attribute}: ${plain}`, part, drawing);
    drawing.inherits ||= saysInherit(plain);
    if (animated !== undefined && isLink) continue; // to what it animates
    const ids = isLink ? part.draws : COVER.test(attribute) ? part.covers : part.paints;
    for (const id of findReferences(plain)) (animated === undefined ? ids : drawing.loose).push(id);
  }
  return part;
}

function addStyle(text: string, part: Part, drawing: Drawing): void {
  const style = withoutComments(text);
  part.own += styleCost(style) + paintCost(style);
  part.isLayer ||= makesLayers(style);
  noteStyle(style, drawing);
}

/** What holds for all of a drawing, wherever it is said. */
function noteStyle(style: string, drawing: Drawing): void {
  drawing.dashes = Math.min(drawing.dashes, findDashes(style));
  drawing.hasFunctions ||= hasFunctions(style);
  drawing.hasVariables ||= style.includes("var(");
}

/** One that is written in a way in which it could be referred to by other names is refused where it is. */
function addId(id: string, part: Part, parts: Map<string, Part>): void {
  const [plain = ""] = findReferences(unescapeStyle(`#${id}`));
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

/**
 * A style sheet or an animation may have any part draw what it refers to, what is referred to in the same way as well: at worst
 * each of these draws all others.
 */
function weighDrawing(root: Part, drawing: Drawing): number {
  const { parts, loose } = drawing;
  const sheets = drawing.sheets.map(({ text }) => withoutComments(unescapeStyle(text)));
  for (const sheet of sheets) noteStyle(sheet, drawing);
  drawing.everywhere = sheets.reduce((cost, sheet) => cost + styleCost(sheet), 0);
  drawing.hasLayers = sheets.some(makesLayers);
  // a variable can stand for many functions, and for many others
  if (sheets.some(embedsMore) || (drawing.hasFunctions && drawing.hasVariables)) return Number.POSITIVE_INFINITY;
  drawing.inherits ||= sheets.some(saysInherit);
  const references = [...loose, ...sheets.flatMap(findSheetReferences)];
  const drawn = findParts(references, parts);
  const times = (product: number, part: Part): number => product * (1 + drawn.length * weighPart(part, drawing, 0));
  const painted = sheets.reduce((cost, sheet) => cost + paintCost(sheet), 0);
  const whole = weighPart(root, drawing, 0);
  return [...new Set(drawn)].reduce(times, whole) + painted * whole;
}

function weighPart(part: Part, drawing: Drawing, depth: number): number {
  if (part.weight !== undefined) return part.weight;
  if (depth > 2 * DEPTH_MAX) return Number.POSITIVE_INFINITY;
  part.weight = Number.POSITIVE_INFINITY; // of what refers to itself
  const sum = (some: readonly Part[]): number =>
    some.reduce((weight, one) => weight + weighPart(one, drawing, depth + 1), 0);
  const named = (ids: readonly string[]): number => sum(findParts(ids, drawing.parts));
  const drawn = weighAlone(part, drawing) + sum(part.children) + named(part.draws);
  const [paints, covers] = [named(part.paints), named(part.covers)];
  part.weight = drawing.inherits ? drawn * (1 + paints + covers) : drawn * (1 + paints) + covers;
  return part.weight;
}

function weighAlone(part: Part, drawing: Drawing): number {
  const isLayer = part.children.length > 0 && (part.isLayer || drawing.hasLayers);
  const dashes = dashCost(part.length, part.text.trim().length, drawing.dashes);
  return part.own + drawing.everywhere + dashes + (isLayer ? LAYER : 0);
}

const findParts = (ids: readonly string[], parts: ReadonlyMap<string, Part>): Part[] =>
  ids.flatMap((id) => parts.get(id) ?? []);
