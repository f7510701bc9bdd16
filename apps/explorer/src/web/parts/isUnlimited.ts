/** The maximum uint256, uint160 (Permit2), uint128 and uint96 (UNI, COMP): what wallets approve by default. */
const MAXIMA = [2 ** 256, 2 ** 160, 2 ** 128, 2 ** 96].map((max) => Number(max.toExponential().split("e")[0]));
const LEAST = 1e9;
const BEYOND_ANY_SUPPLY = 1e30;

/**
 * Whether an approval is unlimited. Decimals aren't known everywhere, so a known maximum is recognised by its leading
 * digits.
 * @param value - Whole tokens, as in the responses.
 */
export function isUnlimited(value: number): boolean {
  if (value >= BEYOND_ANY_SUPPLY) return true;
  if (!(value >= LEAST)) return false;
  const digits = Number(value.toExponential().split("e")[0]);
  return MAXIMA.some((max) => Math.abs(digits - max) < max * 1e-12);
}
