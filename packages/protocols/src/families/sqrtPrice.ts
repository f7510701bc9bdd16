/** The widest range of Uniswap V3 and V4. */
export const MAX_TICK = 887_272;

const Q32 = 1n << 32n;
const Q128 = 1n << 128n;
const MAX_UINT256 = (1n << 256n) - 1n;

/** 1.0001^(-2^i / 2) with 128 fractional bits, rounded to nearest: the constants of Uniswap's TickMath. */
const factors = listFactors();

/**
 * Price at a tick, as Uniswap V3 and V4 compute it, bit for bit: square root of 1.0001^tick, times 2^96, rounded up.
 * @see "TickMath.getSqrtRatioAtTick of @uniswap/v3-core"
 * @throws RangeError beyond MAX_TICK.
 */
export function toSqrtPriceX96(tick: number): bigint {
  const distance = Math.abs(tick);
  if (!Number.isInteger(tick) || distance > MAX_TICK) throw new RangeError(`Tick ${tick} is out of range`);
  let ratio = Q128;
  for (const [bit, factor] of factors.entries()) {
    if ((distance & (1 << bit)) !== 0) ratio = (ratio * factor) >> 128n;
  }
  if (tick > 0) ratio = MAX_UINT256 / ratio;
  return (ratio + Q32 - 1n) / Q32;
}

function listFactors(): bigint[] {
  const precision = 512n;
  const half = 1n << (precision - 129n);
  const list: bigint[] = [];
  let power = squareRoot((10_000n << (2n * precision)) / 10_001n);
  for (let bit = 0; 1 << bit <= MAX_TICK; bit += 1) {
    list.push((power + half) >> (precision - 128n));
    power = (power * power) >> precision;
  }
  return list;
}

/** Newton's method, rounded down, as in Solidity's libraries. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
