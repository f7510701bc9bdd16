import type { Hex } from "viem";

/** Longer names and symbols are truncated to this many UTF-16 units, never within a surrogate pair. */
export const TOKEN_TEXT_MAX = 256;

/**
 * Decodes the result of `name()` or `symbol()`: an ABI string or, in tokens older than the final standard, bytes32
 * padded with zeros. The text is untrusted (bidi controls, markup, anything), with two changes: NUL is
 * removed, because PostgreSQL can't store it, and it is truncated to TOKEN_TEXT_MAX. Invalid UTF-8 becomes U+FFFD.
 * @returns null if the data is neither.
 */
export function decodeTokenText(data: Hex): string | null {
  const bytes = Buffer.from(data.slice(2), "hex");
  if (bytes.length === 32) return clean(bytes);
  const offset = readLength(bytes, 0);
  const length = readLength(bytes, offset);
  if (offset + 32 + length > bytes.length) return null;
  return clean(bytes.subarray(offset + 32, offset + 32 + Math.min(length, TOKEN_TEXT_MAX * 4)));
}

/** @returns Infinity if the word is out of bounds or not a valid length. */
function readLength(bytes: Buffer, at: number): number {
  if (at + 32 > bytes.length) return Number.POSITIVE_INFINITY;
  const value = Number(`0x${bytes.toString("hex", at, at + 32)}`);
  return Number.isSafeInteger(value) ? value : Number.POSITIVE_INFINITY;
}

const clean = (bytes: Buffer): string =>
  bytes.toString("utf8").replaceAll("\0", "").slice(0, TOKEN_TEXT_MAX).toWellFormed();
