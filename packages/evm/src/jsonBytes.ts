/**
 * Finds what is wanted in JSON without making objects of the rest: for replies of many megabytes of which little is kept.
 * Any order of members and any white space will do; skipped values are not checked for more than where they end.
 * Positions are those of a value's first byte; each function returns the position behind what it read.
 */
export type JsonBytes = Buffer;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Takes a member by its name (its opening quote) and value. @returns where the value ends. */
export type MemberVisitor = (nameAt: number, valueAt: number, bytes: JsonBytes) => number;

/** Calls `visit` with every member. */
export function scanObject(bytes: JsonBytes, at: number, visit: MemberVisitor): number {
  let next = skipSpace(bytes, expect(bytes, at, OPEN_OBJECT));
  if (bytes[next] === CLOSE_OBJECT) return next + 1;
  for (;;) {
    const nameAt = next;
    const colon = skipSpace(bytes, skipString(bytes, nameAt));
    next = skipSpace(bytes, visit(nameAt, skipSpace(bytes, expect(bytes, colon, COLON)), bytes));
    if (bytes[next] === CLOSE_OBJECT) return next + 1;
    next = skipSpace(bytes, expect(bytes, next, COMMA));
  }
}

/** Calls `visit` with every entry's value; it returns where the value ends. */
export function scanList(bytes: JsonBytes, at: number, visit: (valueAt: number) => number): number {
  let next = skipSpace(bytes, expect(bytes, at, OPEN_LIST));
  if (bytes[next] === CLOSE_LIST) return next + 1;
  for (;;) {
    next = skipSpace(bytes, visit(next));
    if (bytes[next] === CLOSE_LIST) return next + 1;
    next = skipSpace(bytes, expect(bytes, next, COMMA));
  }
}

export const isObject = (bytes: JsonBytes, at: number): boolean => bytes[at] === OPEN_OBJECT;
export const isList = (bytes: JsonBytes, at: number): boolean => bytes[at] === OPEN_LIST;

/** A string as it is compared with `equals`: plain ASCII, which no JSON writer escapes. */
export const quoted = (text: string): Uint8Array => Buffer.from(`"${text}"`);

export function equals(bytes: JsonBytes, at: number, expected: Uint8Array): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false;
  return true;
}

export function skipSpace(bytes: JsonBytes, at: number): number {
  let next = at;
  while (bytes[next]! <= SPACE) next++;
  return next;
}

export function skipValue(bytes: JsonBytes, at: number): number {
  if (bytes[at] === QUOTE) return skipString(bytes, at);
  let depth = 0;
  for (let next = at; next < bytes.length; next++) {
    const byte = bytes[next]!;
    if (byte === QUOTE) next = skipString(bytes, next) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return next; // behind a number, true, false or null
      if (--depth === 0) return next + 1;
    } else if (depth === 0 && (byte === COMMA || byte <= SPACE)) return next;
  }
  if (depth === 0 && at < bytes.length) return bytes.length;
  throw new SyntaxError("The JSON ends within a value");
}

/**
 * A text where one stands; undefined for null, and where nothing is (0). Anything else is told as it is written, so that
 * it is not taken for what is meant. @throws SyntaxError
 */
export function readText(bytes: JsonBytes, at: number): string | undefined {
  if (at === 0) return undefined;
  const written = bytes.toString("latin1", at, skipValue(bytes, at));
  if (bytes[at] === QUOTE && !written.includes("\\")) return written.slice(1, -1);
  const parsed: unknown = JSON.parse(bytes.toString("utf8", at, skipValue(bytes, at)));
  return typeof parsed === "string" ? parsed : parsed === null ? undefined : written;
}

/** Up to here a loop is faster than the search that the platform has. */
const SHORT = 72;

export function skipString(bytes: JsonBytes, at: number): number {
  const short = Math.min(bytes.length, at + SHORT);
  for (let next = expect(bytes, at, QUOTE); next < short; next++) {
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    if (byte === BACKSLASH) return skipEscaped(bytes, next);
  }
  const quote = bytes.indexOf(QUOTE, short);
  if (quote === -1) throw new SyntaxError("The JSON ends within a string");
  return bytes[quote - 1] === BACKSLASH ? skipEscaped(bytes, short) : quote + 1;
}

/** From a place within the string that is not behind a backslash. */
function skipEscaped(bytes: JsonBytes, at: number): number {
  const end = bytes.length;
  for (let next = at; next < end; next++) {
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    if (byte === BACKSLASH) next++;
  }
  throw new SyntaxError("The JSON ends within a string");
}

function expect(bytes: JsonBytes, at: number, byte: number): number {
  if (bytes[at] === byte) return at + 1;
  throw new SyntaxError(`The JSON has no '${String.fromCodePoint(byte)}' at ${at}`);
}
