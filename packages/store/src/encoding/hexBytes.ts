/** 0x and hex digits, lower-case. */
export type Hex = `0x${string}`;

/**
 * Writes what stands in hex as bytes. Most addresses come again and again, so that their bytes are kept. By hand, as
 * Buffer.write takes three times as long for values this short.
 * @throws RangeError when it is not so many bytes.
 */
export function writeHex(hex: Hex, bytes: number, into: Uint8Array, start: number): void {
  if (bytes !== ADDRESS) return readHex(hex, bytes, into, start);
  const place = findAddress(hex);
  for (let byte = 0; byte < ADDRESS; byte++) into[start + byte] = addressBytes[place + byte]!;
}

const ADDRESS = 20;
/** The value of a hex digit by its character code. */
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

const KEPT_ADDRESSES = 100_000;
const addressPlaces = new Map<Hex, number>();
const addressBytes = new Uint8Array(KEPT_ADDRESSES * ADDRESS);

/** @returns where its bytes are in addressBytes. @throws RangeError when it is none. */
function findAddress(address: Hex): number {
  const known = addressPlaces.get(address);
  if (known !== undefined) return known;
  if (addressPlaces.size >= KEPT_ADDRESSES) addressPlaces.clear();
  const place = addressPlaces.size * ADDRESS;
  readHex(address, ADDRESS, addressBytes, place);
  addressPlaces.set(address, place);
  return place;
}
