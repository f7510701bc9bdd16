import { min } from "@portico/evm";
import type { TickRange, TokenPair } from "../liquidity.ts";
import { toSqrtPriceX96 } from "../sqrtPrice.ts";

/** State of a pool of iZiSwap: at its current point the liquidity is of both tokens. */
export interface PointState {
  sqrtPriceX96: bigint;
  point: number;
  /** At the current point: of both tokens, and of these of the first one. */
  liquidity: bigint;
  liquidityX: bigint;
}

const Q96 = 1n << 96n;
const RATE = toSqrtPriceX96(1);

/**
 * Base units of both tokens that are paid for liquidity: each point of a range holds it in one token, the second below
 * the current point and the first above. Rounded down.
 */
export function toWithdrawn(liquidity: bigint, range: TickRange, state: PointState): TokenPair {
  const { tickLower: left, tickUpper: right } = range;
  const { point, sqrtPriceX96 } = state;
  const below =
    left < point ? toY(liquidity, toSqrtPriceX96(left), right < point ? toSqrtPriceX96(right) : sqrtPriceX96) : 0n;
  const above = right > point ? toX(liquidity, Math.max(left, point + 1), right) : 0n;
  if (left > point || right <= point) return [above, below];
  const atY = min(state.liquidity - state.liquidityX, liquidity);
  return [above + ((liquidity - atY) * Q96) / sqrtPriceX96, below + (atY * sqrtPriceX96) / Q96];
}

/** The second token of the points between two prices: a geometric series. */
const toY = (liquidity: bigint, left: bigint, right: bigint): bigint => (liquidity * (right - left)) / (RATE - Q96);

/** The first token of the points from left, to the one before right. */
function toX(liquidity: bigint, left: number, right: number): bigint {
  const last = toSqrtPriceX96(right);
  return (liquidity * (toSqrtPriceX96(right - left) - Q96)) / (last - (last * Q96) / RATE);
}
