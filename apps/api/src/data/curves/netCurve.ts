import { toAmount } from "@portico/evm";

/** Points in time of a curve, numbered by the steps back from the latest, which is 0. */
export interface CurveFrame {
  /** Of the latest point, unix seconds. */
  readonly timeAt: number;
  /** Seconds between two points. */
  readonly step: number;
  /** Number of points. */
  readonly count: number;
}

/** One chain's part of a curve. */
export interface CurveChain {
  /** Of its latest block, unix seconds; not later than the frame's. */
  readonly timeAt: number;
  /** USD at that block. */
  readonly usdValue: number;
  readonly tokens: readonly CurveToken[];
}

export interface CurveToken {
  readonly decimals: number;
  /** Base units at the chain's latest block. */
  readonly rawAmount: bigint;
  /** Changes of the balance after the point `step + 1` and up to `step`; in any order, possibly several per step. */
  readonly moves: readonly { readonly step: number; readonly rawAmount: bigint }[];
  /** USD for a whole token from this point until the next entry, each point at most once; 0: no trusted price. */
  readonly prices: readonly { readonly step: number; readonly usd: number }[];
  /** USD for a whole token at the chain's latest block, which `usdValue` of the chain is of; 0: no trusted price. */
  readonly latestUsd: number;
  /** Whether it is in protocols. A negative amount is a debt then; otherwise it counts as zero. */
  readonly isPosition?: boolean;
  readonly isVerified?: boolean;
}

/** A token at consecutive points between which nothing moved and no price changed. */
export interface CurveRun {
  /** The oldest point. */
  readonly first: number;
  /** The latest point. */
  readonly last: number;
  readonly amount: number;
  /** Of one; 0: it had no price until then. */
  readonly usd: number;
  /** Whether anything moved after the point before the first, and up to it. */
  readonly isMoved: boolean;
}

/** The sum of the chains at each point: [unix seconds, USD], the oldest first. */
export function sumCurve(chains: readonly CurveChain[], { timeAt, step, count }: CurveFrame): [number, number][] {
  const values = Array.from({ length: count }, () => 0);
  for (const chain of chains) {
    const fresh = countFresh(chain, { timeAt, step, count });
    for (let at = 0; at < fresh; at++) values[at]! += chain.usdValue;
    for (const token of chain.tokens) {
      for (const { first, last, amount, usd } of listRuns(token, count, fresh)) {
        const value = amount * usd;
        for (let at = first; at >= last; at--) values[at]! += value;
      }
    }
  }
  return values.map((value, at): [number, number] => [timeAt - at * step, value]).toReversed();
}

/** The number of points, from the latest on, that are not before a chain's latest block. */
export const countFresh = (chain: CurveChain, { timeAt, step, count }: CurveFrame): number =>
  Math.min(count, Math.floor((timeAt - chain.timeAt) / step) + 1);

/**
 * A token at the points older than `fresh` steps, from the oldest, going back from its current amount. Changes without
 * legs (a rebase) may make the amount negative, which counts as zero. Most tokens have one run or two, where a curve has
 * hundreds of points.
 */
export function listRuns(token: CurveToken, count: number, fresh: number): CurveRun[] {
  const { decimals, rawAmount, moves, prices, isPosition = false } = token;
  const toHeld = (held: bigint): number => (held > 0n || isPosition ? toAmount(held, decimals) : 0);
  const moved = new Map<number, bigint>();
  for (const move of moves) moved.set(move.step, (moved.get(move.step) ?? 0n) + move.rawAmount);
  const priced = new Map(prices.flatMap(({ step, usd }) => (usd > 0 ? [[step, usd]] : [])));
  let raw = rawAmount - [...moved.values()].reduce((sum, change) => sum + change, 0n);
  let usd = 0;
  let amount = toHeld(raw);
  const starts = [...new Set([count - 1, ...moved.keys(), ...priced.keys()])]
    .filter((at) => at >= fresh && at < count)
    .toSorted((a, b) => b - a);
  return starts.map((first, nth): CurveRun => {
    const change = moved.get(first);
    if (change !== undefined) amount = toHeld((raw += change));
    usd = priced.get(first) ?? usd; // a token without a price for a while keeps the last one
    const last = (starts[nth + 1] ?? fresh - 1) + 1;
    return { first, last, amount, usd, isMoved: change !== undefined && change !== 0n };
  });
}
