/**
 * Converts base units to whole tokens.
 * @param rawAmount - Base units, as `balanceOf` returns (uint256), or their decimal digits; may be negative.
 * @param decimals - ERC-20 `decimals`, an integer in 0..255; anything else throws RangeError.
 * @returns whole tokens as the nearest double. Display only.
 * @see https://eips.ethereum.org/EIPS/eip-20#decimals
 */
export function toAmount(rawAmount: bigint | string, decimals: number): number {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255) {
    throw new RangeError(`decimals must be an integer in 0..255, not ${decimals}`);
  }
  // Parsing decimal text rounds once, exactly; dividing two doubles rounds up to three times.
  return Number(`${rawAmount}e-${decimals}`);
}
