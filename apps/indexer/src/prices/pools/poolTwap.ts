import type { PoolSpan } from "./poolSpans.ts";

/**
 * The time-weighted geometric mean of a pool's price, as by a V3 pool's own accumulator of ticks.
 * @returns Base units of token1 for one of token0; 0 if the pool had no price at some time.
 * @see https://docs.uniswap.org/concepts/protocol/oracle
 */
export function getTwap(spans: readonly PoolSpan[]): number {
  const first = spans[0]?.state;
  if (first === undefined) return 0;
  let [sum, seconds] = [0, 0];
  for (const { state, seconds: lasted } of spans) {
    if (state.ratio === 0) return 0;
    sum += (state.logRatio - first.logRatio) * lasted; // relative to the first: a constant price stays exact
    seconds += lasted;
  }
  return first.ratio * Math.exp(sum / seconds);
}
