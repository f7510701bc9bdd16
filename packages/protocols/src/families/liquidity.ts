import { toSqrtPriceX96 } from "./sqrtPrice.ts";

export interface TickRange {
  tickLower: number;
  tickUpper: number;
}

/** State of a pool. After a swap that ended exactly on a tick, `tick` may be one less than the price implies. */
export interface PoolPrice {
  sqrtPriceX96: bigint;
  tick: number;
}

/** Base units of the pool's two tokens. */
export type TokenPair<Value = bigint> = readonly [Value, Value];

const Q128 = 1n << 128n;

/**
 * Amounts returned for liquidity in a range, as Uniswap V3 and V4 pay them: rounded down.
 * @see "SqrtPriceMath.getAmount0Delta, getAmount1Delta of @uniswap/v3-core"
 */
export function toAmounts(liquidity: bigint, range: TickRange, { sqrtPriceX96, tick }: PoolPrice): TokenPair {
  const [lower, upper] = [toSqrtPriceX96(range.tickLower), toSqrtPriceX96(range.tickUpper)];
  if (tick < range.tickLower) return [toAmount0(liquidity, lower, upper), 0n];
  if (tick >= range.tickUpper) return [0n, toAmount1(liquidity, lower, upper)];
  return [toAmount0(liquidity, sqrtPriceX96, upper), toAmount1(liquidity, lower, sqrtPriceX96)];
}

const toAmount0 = (liquidity: bigint, lower: bigint, upper: bigint): bigint =>
  ((liquidity << 96n) * (upper - lower)) / upper / lower;

const toAmount1 = (liquidity: bigint, lower: bigint, upper: bigint): bigint => (liquidity * (upper - lower)) >> 96n;

/** Fees of one token per unit of liquidity since the pool's creation, times 2^128; overflows are by design. */
export interface FeeGrowth {
  global: bigint;
  outsideLower: bigint;
  outsideUpper: bigint;
}

/** @see "Tick.getFeeGrowthInside of @uniswap/v3-core" */
export function toGrowthInside(
  { global, outsideLower, outsideUpper }: FeeGrowth,
  range: TickRange,
  tick: number,
): bigint {
  const below = tick >= range.tickLower ? outsideLower : global - outsideLower;
  const above = tick < range.tickUpper ? outsideUpper : global - outsideUpper;
  return BigInt.asUintN(256, global - below - above);
}

/** Fees earned by liquidity since its last update, in base units, rounded down. */
export const toEarned = (liquidity: bigint, growthInside: bigint, growthLast: bigint): bigint =>
  BigInt.asUintN(128, (BigInt.asUintN(256, growthInside - growthLast) * liquidity) / Q128);
