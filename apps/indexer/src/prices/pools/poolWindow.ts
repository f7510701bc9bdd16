import { getLeastReserves } from "./poolDepth.ts";
import { listSpans } from "./poolSpans.ts";
import { getTwap } from "./poolTwap.ts";
import { noteSettled } from "../evaluation/pricedTokens.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import type { PoolWindow } from "./poolState.ts";
import type { PriceSeries } from "../evaluation/priceGraph.ts";

/** Null if the pool is younger than the window that ends at this time, or had no price in it. */
export function getPoolWindow(series: PriceSeries, timeAt: number): PoolWindow | null {
  if (timeAt >= series.settledAt) return series.settled;
  const window = computeWindow(series, timeAt);
  const newest = series.states.at(-1);
  if (newest !== undefined && newest.timeAt + WINDOW_SECONDS <= timeAt) {
    series.settled = window;
    series.settledAt = newest.timeAt + WINDOW_SECONDS;
    noteSettled(series);
  }
  return window;
}

function computeWindow({ states }: PriceSeries, timeAt: number): PoolWindow | null {
  const spans = listSpans(states, timeAt);
  const [newest] = spans ?? [];
  if (spans === null || newest === undefined) return null;
  const ratio = getTwap(spans);
  return ratio === 0 ? null : { ratio, ...getLeastReserves(spans), timeAt: newest.state.timeAt };
}
