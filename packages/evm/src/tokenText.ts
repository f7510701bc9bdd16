import type { Hex } from "viem";

/** Longer names and symbols are cut to this many characters (UTF-16 units, never through a pair). */
export const TOKEN_TEXT_MAX = 256;

/**
 * Decodes what `name()` or `symbol()` returned: an ABI string or, in tokens older than the standard's text, 32 bytes
 * padded with zeros. The text is whatever the contract says (bidi marks, markup, anything), but for two changes: NUL is
 * removed, because PostgreSQL can't store it, and it is cut to TOKEN_TEXT_MAX. Bytes that are no UTF-8 become U+FFFD.
 * @returns null when the data is neither.
 */
export function decodeTokenText(data: Hex): string | null {
  const bytes = Buffer.from(data.slice(2), "hex");
  if (bytes.length === 32) return clean(bytes);
  const offset = readLength(bytes, 0);
  const length = readLength(bytes, offset);
  if (offset + 32 + length > bytes.length) return null;
  return clean(bytes.subarray(offset + 32, offset + 32 + Math.min(length, TOKEN_TEXT_MAX * 4)));
}

/** @returns Infinity when the word lies outside or is no length that could fit. */
function readLength(bytes: Buffer, at: number): number {
  if (at + 32 > bytes.length) return Number.POSITIVE_INFINITY;
  const value = Number(`0x${bytes.toString("hex", at, at + 32)}`);
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}

const clean = (bytes: Buffer): string =>
  bytes.toString("utf8").replaceAll("\0", "").slice(0, TOKEN_TEXT_MAX).toWellFormed();
