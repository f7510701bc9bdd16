import { toAmount } from "@portico/evm";

/** Moments of a curve, named by the steps from them to the newest, which is 0. */
export interface CurveFrame {
  /** Of the newest moment, unix seconds. */
  readonly timeAt: number;
  /** Seconds between two moments. */
  readonly step: number;
  /** How many moments there are. */
  readonly count: number;
}

/** One chain's part of a curve. */
export interface CurveChain {
  /** Of its newest block, unix seconds; not later than the frame's. */
  readonly timeAt: number;
  /** USD at that block. */
  readonly usdValue: number;
  readonly tokens: readonly CurveToken[];
}

export interface CurveToken {
  readonly decimals: number;
  /** Base units at the chain's newest block. */
  readonly rawAmount: bigint;
  /** By how much the balance changed after the moment `step + 1` and up to `step`; in any order, several for one step too. */
  readonly moves: readonly { readonly step: number; readonly rawAmount: bigint }[];
  /** USD for a whole token from this moment until the next one, each moment at most once; 0: none to be trusted. */
  readonly prices: readonly { readonly step: number; readonly usd: number }[];
  /** Whether less than nothing is a debt; else it is nothing. */
  readonly isSigned?: boolean;
}

/** The sum of the chains at each moment: [unix seconds, USD], the oldest first. */
export function sumCurve(chains: readonly CurveChain[], { timeAt, step, count }: CurveFrame): [number, number][] {
  const values = Array.from({ length: count }, () => 0);
  for (const chain of chains) {
    const fresh = Math.min(count, Math.floor((timeAt - chain.timeAt) / step) + 1);
    for (let at = 0; at < fresh; at++) values[at]! += chain.usdValue;
    for (const token of chain.tokens) addToken(values, token, fresh);
  }
  return values.map((value, at): [number, number] => [timeAt - at * step, value]).toReversed();
}

/**
 * Adds what a token was worth at each moment older than `fresh` steps, going back from what there is of it now. What the legs
 * don't tell of (a rebase) may make that less than nothing, which is nothing.
 */
function addToken(values: number[], token: CurveToken, fresh: number): void {
  const { decimals, rawAmount, moves, prices, isSigned = false } = token;
  const toHeld = (held: bigint): number => (held > 0n || isSigned ? toAmount(held, decimals) : 0);
  const moved = new Map<number, bigint>();
  for (const move of moves) moved.set(move.step, (moved.get(move.step) ?? 0n) + move.rawAmount);
  const priced = new Map(prices.flatMap(({ step, usd }) => (usd > 0 ? [[step, usd]] : [])));
  let raw = rawAmount - [...moved.values()].reduce((sum, change) => sum + change, 0n);
  let usd = 0;
  let amount = toHeld(raw);
  for (let at = values.length - 1; at >= fresh; at--) {
    const change = moved.get(at);
    if (change !== undefined) amount = toHeld((raw += change));
    usd = priced.get(at) ?? usd; // a token that has no price for a while keeps the one before
    values[at]! += amount * usd;
  }
}
