import { getLeastReserves } from "./poolDepth.ts";
import { listSpans } from "./poolSpans.ts";
import { getTwap } from "./poolTwap.ts";
import { noteSettled } from "../evaluation/pricedTokens.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import type { PoolWindow } from "./poolState.ts";
import type { Trail } from "../evaluation/priceGraph.ts";

/** Null if the pool is younger than the window that ends at this time, or had no price in it. */
export function getPoolWindow(trail: Trail, timeAt: number): PoolWindow | null {
  if (timeAt >= trail.settledAt) return trail.settled;
  const window = computeWindow(trail, timeAt);
  const newest = trail.states.at(-1);
  if (newest !== undefined && newest.timeAt + WINDOW_SECONDS <= timeAt) {
    trail.settled = window;
    trail.settledAt = newest.timeAt + WINDOW_SECONDS;
    noteSettled(trail);
  }
  return window;
}

function computeWindow({ states }: Trail, timeAt: number): PoolWindow | null {
  const spans = listSpans(states, timeAt);
  const [newest] = spans ?? [];
  if (spans === null || newest === undefined) return null;
  const ratio = getTwap(spans);
  return ratio === 0 ? null : { ratio, ...getLeastReserves(spans), timeAt: newest.state.timeAt };
}
