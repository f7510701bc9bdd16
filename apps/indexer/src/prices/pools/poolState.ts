import type { PriceObservation } from "@portico/store";

/** A pool's price and reserves over a window of time. */
export interface PoolWindow {
  /** The mean price: base units of token1 for one of token0. */
  ratio: number;
  /** The lowest amount of each side, base units. */
  raw0: number;
  raw1: number;
  /** Of the newest observation in it. */
  timeAt: number;
}

/** A pool's state from one observation to the next. */
export interface PoolState {
  timeAt: number;
  /** Base units of token1 for one of token0; 0 if the pool had no price. */
  ratio: number;
  /** Its natural logarithm. */
  logRatio: number;
  /**
   * Base units of each side that determine the price: V2's reserves; of V3, what its liquidity would hold over the full
   * price range.
   */
  raw0: number;
  raw1: number;
}

const Q96 = 2 ** 96;

/**
 * Null if the observation is of the shares alone. Reserves, square roots and liquidity are far below a double's
 * maximum.
 */
export function toPoolState({ timeAt, raw0, raw1, sqrtPrice, liquidity }: PriceObservation): PoolState | null {
  if (sqrtPrice !== null) {
    const root = Number(sqrtPrice) / Q96;
    const amount = Number(liquidity ?? 0n);
    return createState(timeAt, root * root, amount / root, amount * root);
  }
  if (raw0 === null || raw1 === null) return null;
  return createState(timeAt, Number(raw1) / Number(raw0), Number(raw0), Number(raw1));
}

function createState(timeAt: number, ratio: number, raw0: number, raw1: number): PoolState {
  const hasPrice = ratio > 0 && ratio < Infinity;
  if (!hasPrice) return { timeAt, ratio: 0, logRatio: 0, raw0: 0, raw1: 0 };
  return { timeAt, ratio, logRatio: Math.log(ratio), raw0, raw1 };
}
