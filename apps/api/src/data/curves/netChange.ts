import type { NetChange } from "@portico/contract";
import { countFresh, listRuns, type CurveChain, type CurveFrame, type CurveToken } from "./netCurve.ts";

/** A point is known if what had no price yet is at most this share of its value. */
const MAX_UNPRICED = 0.01;

/**
 * Whether the value of each point is known, the oldest first: it is not before a time, and what had no price yet, at its
 * first price, is a small part of it.
 */
export function listKnown(
  chains: readonly CurveChain[],
  points: readonly (readonly [timeAt: number, usdValue: number])[],
  frame: CurveFrame,
  knownSince: number,
): boolean[] {
  const missing = Array.from({ length: frame.count }, () => 0);
  for (const chain of chains) {
    for (const token of chain.tokens) addMissing(missing, token, countFresh(chain, frame));
  }
  return points.map(([timeAt, usdValue], nth) => {
    const lacks = missing[frame.count - 1 - nth] ?? 0;
    return timeAt >= knownSince && lacks <= MAX_UNPRICED * (Math.abs(usdValue) + lacks);
  });
}

/** Adds what a token was worth at each point before its first price, at that price. */
function addMissing(missing: number[], token: CurveToken, fresh: number): void {
  const runs = listRuns(token, missing.length, fresh);
  const priced = runs.findIndex(({ usd }) => usd !== 0);
  if (priced === -1) return;
  const price = runs[priced]!.usd;
  for (const { first, last, amount } of runs.slice(0, priced)) {
    const value = Math.abs(amount) * price;
    for (let at = first; at >= last; at--) missing[at]! += value;
  }
}

/**
 * What the value changed by from a point, which is older than the latest, to the latest. The amounts that moved count at
 * the price of the end of their step, which is that of the chain's latest block in the step of that block; the rest is
 * the gain.
 */
export function splitChange(
  chains: readonly CurveChain[],
  points: readonly (readonly [timeAt: number, usdValue: number])[],
  first: number,
  frame: CurveFrame,
): NetChange {
  const oldest = points.length - 1 - first;
  const [since, startValue] = points[first] ?? [0, 0];
  const usdValue = (points.at(-1)?.[1] ?? 0) - startValue;
  const moved = { wallet: 0, positions: 0, count: 0, unpriced: 0 };
  for (const chain of chains) {
    const fresh = countFresh(chain, frame);
    for (const token of chain.tokens) {
      let before = 0;
      for (const { first: at, amount, usd: pastUsd, isMoved } of listRuns(token, points.length, 0)) {
        if (at < oldest && isMoved) {
          const usd = at < fresh && token.latestUsd > 0 ? token.latestUsd : pastUsd;
          moved[token.isPosition === true ? "positions" : "wallet"] += (amount - before) * usd;
          if (token.isVerified === true) {
            moved.count += 1;
            if (usd === 0) moved.unpriced += 1;
          }
        }
        before = amount;
      }
    }
  }
  return {
    since,
    usd_value: usdValue,
    inflow_usd_value: moved.wallet,
    position_usd_value: moved.positions,
    gain_usd_value: usdValue - moved.wallet - moved.positions,
    move_count: moved.count,
    unpriced_move_count: moved.unpriced,
  };
}
