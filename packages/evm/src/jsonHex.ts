import { skipString } from "./jsonBytes.ts";
import type { JsonBytes } from "./jsonBytes.ts";

/**
 * Reads nodes' hex values directly from JSON bytes: positions are those of the opening quote. For values that occur
 * by the million; strings of them would have to be created, hashed and discarded.
 */
const [QUOTE, ZERO, LETTER_X] = [0x22, 0x30, 0x78];

const NO_DIGIT = 0x10;
/** A digit's value by character code. */
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") DIGITS[digit.codePointAt(0)!] = Number.parseInt(digit, 16);

const isHex = (json: JsonBytes, at: number): boolean =>
  json[at] === QUOTE && json[at + 1] === ZERO && json[at + 2] === LETTER_X;

/**
 * Decodes a fixed number of bytes. @returns false if it is not a string of exactly that length: then the output is
 * undefined.
 */
export function readFixedHex(json: JsonBytes, at: number, bytes: number, into: Uint8Array, start: number): boolean {
  return isHex(json, at) && json[at + 3 + 2 * bytes] === QUOTE && readDigits(json, at + 3, bytes, into, start);
}

/** Number of bytes of hex data, -1 if it is not hex data; its digits are not checked. */
export function countHexBytes(json: JsonBytes, at: number): number {
  if (!isHex(json, at)) return -1;
  const digits = skipString(json, at) - at - 4;
  return digits % 2 === 0 ? digits / 2 : -1;
}

/** @returns false if any of the `2 * bytes` characters is not a digit. */
function readDigits(json: JsonBytes, at: number, bytes: number, into: Uint8Array, start: number): boolean {
  let wrong = 0;
  for (let byte = 0, next = at; byte < bytes; byte++, next += 2) {
    const high = DIGITS[json[next]!]!;
    const low = DIGITS[json[next + 1]!]!;
    wrong |= high | low;
    into[start + byte] = (high << 4) | low;
  }
  return wrong < NO_DIGIT;
}

/** More digits would not be exact as a number. */
const MAX_DIGITS = 13;

/** A quantity: NaN if it is invalid or too large to be exact. */
export function readQuantity(json: JsonBytes, at: number): number {
  if (!isHex(json, at)) return Number.NaN;
  let [value, next] = [0, at + 3];
  for (let digit = DIGITS[json[next]!]!; digit < NO_DIGIT; digit = DIGITS[json[++next]!]!) value = value * 16 + digit;
  const digits = next - at - 3;
  return json[next] === QUOTE && digits > 0 && digits <= MAX_DIGITS ? value : Number.NaN;
}
