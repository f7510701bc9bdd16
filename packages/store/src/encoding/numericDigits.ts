/** A number's digits to the base 10,000, as PostgreSQL stores it, lowest first. */
export interface NumericDigits {
  readonly digits: Uint16Array;
  count: number;
}

const UINT256_END = 1n << 256n;
const BASE = 10_000;
const LIMBS = 16;
/** Scratch space: the number to the base 65,536, highest first. */
const limbs = new Uint16Array(LIMBS);
/** Twenty digits hold a uint256. */
const found: NumericDigits = { digits: new Uint16Array(20), count: 0 };
const word = new DataView(new ArrayBuffer(2 * LIMBS));

/**
 * @returns the digits, valid until the next call.
 * @throws RangeError if it is not a uint256.
 */
export function toNumericDigits(value: bigint): NumericDigits {
  if (value < 0n || value >= UINT256_END) throw new RangeError(`Not a uint256: ${value}`);
  word.setBigUint64(0, value >> 192n);
  word.setBigUint64(8, value >> 128n);
  word.setBigUint64(16, value >> 64n);
  word.setBigUint64(24, value);
  return readNumericDigits(word, 0);
}

/** The same for a big-endian uint256 in bytes, without a bigint. */
export function readNumericDigits(bytes: DataView, at: number): NumericDigits {
  for (let limb = 0; limb < LIMBS; limb++) limbs[limb] = bytes.getUint16(at + 2 * limb);
  found.count = 0;
  let first = skipZeros(0);
  do {
    found.digits[found.count++] = divide(first);
    first = skipZeros(first);
  } while (first < LIMBS);
  return found;
}

function skipZeros(from: number): number {
  let first = from;
  while (first < LIMBS && limbs[first] === 0) first++;
  return first;
}

/**
 * Divides the number, starting at its highest non-zero limb, by the base.
 * @returns the remainder.
 */
function divide(first: number): number {
  let rest = 0;
  for (let limb = first; limb < LIMBS; limb++) {
    const part = rest * 0x1_00_00 + limbs[limb]!; // below 2^30
    const quotient = (part / BASE) | 0;
    limbs[limb] = quotient;
    rest = part - quotient * BASE;
  }
  return rest;
}
