/** 0x and hex digits, lower-case. */
export type Hex = `0x${string}`;

/**
 * Writes hex as bytes. Most addresses repeat, so their bytes are cached. Hand-written, because Buffer.write takes three
 * times as long for values this short.
 * @throws RangeError if the number of bytes differs.
 */
export function writeHex(hex: Hex, bytes: number, into: Uint8Array, start: number): void {
  if (bytes !== ADDRESS) return readHex(hex, bytes, into, start);
  const offset = findAddress(hex);
  for (let byte = 0; byte < ADDRESS; byte++) into[start + byte] = addressBytes[offset + byte]!;
}

const ADDRESS = 20;
/** Values of hex digits by character code. */
const NO_DIGIT = 0x10;
const HEX_DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const digit of "0123456789abcdefABCDEF") HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

function readHex(hex: Hex, bytes: number, into: Uint8Array, start: number): void {
  let wrong = hex.length === 2 + 2 * bytes ? 0 : NO_DIGIT;
  for (let byte = 0; byte < bytes; byte++) {
    const high = HEX_DIGITS[hex.charCodeAt(2 + 2 * byte)] ?? NO_DIGIT;
    const low = HEX_DIGITS[hex.charCodeAt(3 + 2 * byte)] ?? NO_DIGIT;
    wrong |= high | low;
    into[start + byte] = (high << 4) | low;
  }
  if (wrong >= NO_DIGIT) throw new RangeError(`Not ${bytes} bytes in hex: ${hex}`);
}

const MAX_CACHED_ADDRESSES = 100_000;
const addressOffsets = new Map<Hex, number>();
const addressBytes = new Uint8Array(MAX_CACHED_ADDRESSES * ADDRESS);

/**
 * @returns the offset of its bytes in addressBytes.
 * @throws RangeError if it is not an address.
 */
function findAddress(address: Hex): number {
  const known = addressOffsets.get(address);
  if (known !== undefined) return known;
  if (addressOffsets.size >= MAX_CACHED_ADDRESSES) addressOffsets.clear();
  const offset = addressOffsets.size * ADDRESS;
  readHex(address, ADDRESS, addressBytes, offset);
  addressOffsets.set(address, offset);
  return offset;
}
