/**
 * Reads selected values of JSON without creating objects for the rest: for replies of many megabytes of which little is
 * used.
 * Members may be in any order, with any white space; skipped values are checked only for where they end.
 * Positions are those of a value's first byte; each function returns the position after the value.
 */
export type JsonBytes = Buffer;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/** Receives a member's name (its opening quote) and value. @returns the end of the value. */
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

/** Calls `visit` with every entry; it returns the end of the entry. */
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

/** A string for comparison with `equals`: plain ASCII, which no JSON serializer escapes. */
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
      if (depth === 0) return next; // after a number, true, false or null
      if (--depth === 0) return next + 1;
    } else if (depth === 0 && (byte === COMMA || byte <= SPACE)) return next;
  }
  if (depth === 0 && at < bytes.length) return bytes.length;
  throw new SyntaxError("The JSON ends within a value");
}

/**
 * Reads a string; undefined for null, and for a missing value (0). Other values are returned as written, so that
 * they match nothing. @throws SyntaxError
 */
export function readText(bytes: JsonBytes, at: number): string | undefined {
  if (at === 0) return undefined;
  const written = bytes.toString("latin1", at, skipValue(bytes, at));
  if (bytes[at] === QUOTE && !written.includes("\\")) return written.slice(1, -1);
  const parsed: unknown = JSON.parse(bytes.toString("utf8", at, skipValue(bytes, at)));
  return typeof parsed === "string" ? parsed : parsed === null ? undefined : written;
}

/** Up to this length a loop is faster than the built-in search. */
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

/** Starts within the string, not after a backslash. */
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
