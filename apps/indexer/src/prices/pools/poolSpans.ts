import type { PoolState } from "./poolState.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";

/** A state, and how long it lasted, s: more than 0. */
export interface PoolSpan {
  state: PoolState;
  seconds: number;
}

/**
 * A pool's states in the window that ends at a time, newest first. Of several states in a second the last one counts;
 * states of the last second did not last at all.
 * @param states - Oldest first.
 * @returns Null for a pool that is younger than the window.
 */
export function listSpans(states: readonly PoolState[], timeAt: number): PoolSpan[] | null {
  const from = timeAt - WINDOW_SECONDS;
  const spans: PoolSpan[] = [];
  let until = timeAt;
  for (let index = states.length - 1; index >= 0; index--) {
    const state = states[index]!;
    const since = Math.max(state.timeAt, from);
    if (since < until) {
      spans.push({ state, seconds: until - since });
      until = since;
    }
    if (state.timeAt <= from) return spans;
  }
  return null;
}
