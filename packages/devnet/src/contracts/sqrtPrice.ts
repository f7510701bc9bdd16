import type { DevnetPool } from "./poolTable.ts";
import type { DevnetToken } from "./tokenTable.ts";

/** Base units of token1 for one of token0, in V3's form: square root, times 2^96. */
export function toSqrtPriceX96({ token0, token1 }: DevnetPool, getUsd: (token: DevnetToken) => number): bigint {
  const [amount0, amount1] = [token0, token1].map((token) => toAmountForUsd(token, getUsd(token))) as [bigint, bigint];
  return squareRoot((amount1 << 192n) / amount0);
}

/** The tick of a price, for choosing ranges: a double is exact enough. */
export const toTick = (sqrtPriceX96: bigint): number =>
  Math.floor((2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001));

/** Base units worth a billion dollars, so that cheap and expensive tokens keep their precision. */
const toAmountForUsd = ({ decimals }: DevnetToken, usd: number): bigint =>
  (BigInt(Math.round(1e15 / usd)) * 10n ** BigInt(decimals)) / 1_000_000n;

/** Newton's method, rounded down. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}
