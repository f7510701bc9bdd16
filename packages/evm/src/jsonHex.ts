import { viewOf } from "./byteTable.ts";
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

/**
 * Number of bytes of hex data, -1 if it is not hex data; its digits are not checked.
 * @param end - Of the string, if it is known.
 */
export function countHexBytes(json: JsonBytes, at: number, end?: number): number {
  if (!isHex(json, at)) return -1;
  const digits = (end ?? skipString(json, at)) - at - 4;
  return digits % 2 === 0 ? digits / 2 : -1;
}

let viewed: JsonBytes = Buffer.alloc(0);
let view = viewOf(viewed);

/** Kept, because a body has many values: of the last one, whose bytes it keeps until the next one is read. */
function viewOfBody(json: JsonBytes): DataView {
  if (json !== viewed) [viewed, view] = [json, viewOf(json)];
  return view;
}

/**
 * Four characters at once, a byte of a number each, which takes a quarter less time than one after the other: a letter has the
 * bit 0x40, and stands 9 above its low four bits.
 * @returns false if any of the `2 * bytes` characters is not a digit.
 */
function readDigits(json: JsonBytes, at: number, bytes: number, into: Uint8Array, start: number): boolean {
  const characters = viewOfBody(json);
  const even = bytes & ~1;
  let wrong = 0;
  for (let byte = 0; byte < even; byte += 2) {
    const four = characters.getInt32(at + 2 * byte);
    const letters = (four >>> 6) & 0x01_01_01_01;
    const values = (four & 0x0f_0f_0f_0f) + 9 * letters;
    // 0x30 for digits, 0x40 or 0x60 for letters; digits are below 10, letters from 10 to 15
    wrong |= (four & 0xf0_f0_f0_f0 & ~(letters << 5)) ^ (0x30_30_30_30 + (letters << 4));
    wrong |= (((values + 0x06_06_06_06) & 0x10_10_10_10) ^ (letters << 4)) | (values & 0x10_10_10_10);
    const pairs = values | (values >>> 4);
    into[start + byte] = pairs >>> 16;
    into[start + byte + 1] = pairs;
  }
  return wrong === 0 && (even === bytes || readByte(json, at + 2 * even, into, start + even));
}

function readByte(json: JsonBytes, at: number, into: Uint8Array, start: number): boolean {
  const [high, low] = [DIGITS[json[at]!]!, DIGITS[json[at + 1]!]!];
  into[start] = (high << 4) | low;
  return (high | low) < NO_DIGIT;
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
