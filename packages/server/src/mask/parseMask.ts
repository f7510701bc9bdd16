import { ServiceError } from "../problem/errors.ts";

/** Field → `true` for all of it, or the mask of its own fields. `*` stands for every field that is not named. */
export type FieldMask = ReadonlyMap<string, true | FieldMask>;

export const MASK_LENGTH_MAX = 2000;
export const MASK_DEPTH_MAX = 16;

const TOKEN = /[{},]|[\w:*-]+|\s+|./gsu;

interface Level {
  readonly fields: Map<string, true | FieldMask>;
  /** The name before the cursor, if braces may follow. */
  last: string | undefined;
}

/**
 * Parses the header X-Fields: `{a,b{c,d},*}`; the outermost braces are optional, white space is ignored.
 * @throws ServiceError mask_parse_error, with the position.
 */
export function parseMask(text: string): FieldMask {
  if (text.length > MASK_LENGTH_MAX) throw refusal(`is longer than ${MASK_LENGTH_MAX} characters`);
  const isBraced = /^\s*\{/.test(text);
  const levels: Level[] = isBraced ? [] : [newLevel()];
  let root: Level | undefined = levels[0];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token.trim() === "") continue;
    if (root !== undefined && levels.length === 0) throw refusal("expected the end", index);
    if (token === "{") root = open(levels, root, index);
    else if (token === "}") close(levels, index, isBraced);
    else if (token === ",") separate(levels, index);
    else name(levels, token, index);
  }
  if (levels.length !== (isBraced ? 0 : 1)) throw refusal("expected '}'", text.length);
  if (root === undefined || root.last === undefined) throw refusal("expected a field", text.length);
  return root.fields;
}

const newLevel = (): Level => ({ fields: new Map(), last: undefined });

function open(levels: Level[], root: Level | undefined, index: number): Level {
  if (levels.length >= MASK_DEPTH_MAX) throw refusal(`is nested deeper than ${MASK_DEPTH_MAX}`, index);
  const level = newLevel();
  const parent = levels.at(-1);
  if (parent !== undefined) {
    if (parent.last === undefined || parent.last === "*" || parent.fields.get(parent.last) !== true) {
      throw refusal("unexpected '{'", index);
    }
    parent.fields.set(parent.last, level.fields);
  }
  levels.push(level);
  return root ?? level;
}

function close(levels: Level[], index: number, isBraced: boolean): void {
  const level = levels.at(-1);
  if (level === undefined || (levels.length === 1 && !isBraced)) throw refusal("unexpected '}'", index);
  if (level.last === undefined) throw refusal("expected a field", index);
  levels.pop();
}

function separate(levels: Level[], index: number): void {
  const level = levels.at(-1);
  if (level?.last === undefined) throw refusal("unexpected ','", index);
  level.last = undefined;
}

function name(levels: Level[], token: string, index: number): void {
  const level = levels.at(-1);
  if (level === undefined || !/^([\w:-]+|\*)$/.test(token)) throw refusal(`unexpected '${printable(token)}'`, index);
  if (level.last !== undefined) throw refusal("expected ','", index);
  if (!level.fields.has(token)) level.fields.set(token, true);
  level.last = token;
}

const printable = (token: string): string => token.slice(0, 20).replaceAll(/[^\x20-\x7e]/g, "?");

const refusal = (reason: string, index?: number): ServiceError =>
  new ServiceError("mask_parse_error", `X-Fields: ${reason}${index === undefined ? "" : ` at position ${index}`}`);
