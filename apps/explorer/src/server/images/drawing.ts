import { multiplies, styleCost } from "./vectorCosts.ts";
import { findReach, type Primitive, spreadOf } from "./vectorFilters.ts";
import { findDashes, findFontSize } from "./vectorLines.ts";

/** Of a drawing that doesn't say. */
export const SIDE = 500;

export interface Part {
  /** How much there is to draw of it, without what is in it. */
  own: number;
  readonly name: string;
  /** What stands right in it. */
  text: string;
  /** Characters of that which may be drawn. */
  glyphs: number;
  /** Of a filter, if it is one. */
  readonly primitive: Primitive | undefined;
  /** Whether it is in a `foreignObject`. */
  readonly isBox: boolean;
  /** What filling each part in it takes. */
  painted: number;
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
  /** How many parts and characters are drawn of it. */
  shapes: number;
}

export interface Drawing {
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
  multiplies: boolean;
  hasVariables: boolean;
  /** Of the drawing, in its own pixels. */
  side: number;
  /** The longest of those of drawings in it. */
  sideMost: number;
  /** How much longer any line may be than its element says. */
  longer: number;
  fontSize: number;
  /** The furthest that a blur reaches. */
  reach: number;
}

export const createDrawing = (nesting: number): Drawing => ({
  parts: new Map(),
  sheets: [],
  loose: [],
  nesting,
  inherits: false,
  dashes: Number.POSITIVE_INFINITY,
  everywhere: 0,
  hasLayers: false,
  multiplies: false,
  hasVariables: false,
  side: 0,
  sideMost: SIDE,
  longer: 0,
  fontSize: 0,
  reach: 0,
});

/** What style takes where its blurs reach beyond the drawing. */
export const blurredCost = (style: string, { side }: Drawing): number =>
  styleCost(style) * spreadOf(1, findReach(style), side);

/** What holds for all of a drawing, wherever it is said. */
export function noteStyle(style: string, drawing: Drawing, isAnimated = false): void {
  drawing.dashes = Math.min(drawing.dashes, findDashes(style, isAnimated));
  drawing.fontSize = Math.max(drawing.fontSize, findFontSize(style));
  drawing.multiplies ||= multiplies(style);
  drawing.hasVariables ||= /(?:var|attr)\(|@function/i.test(style);
  drawing.reach = Math.max(drawing.reach, findReach(style));
  // of parts' sizes, then
  if (/primitiveUnits\s*:\s*objectBoundingBox/.test(style)) drawing.reach = Math.max(drawing.reach, drawing.side);
}
