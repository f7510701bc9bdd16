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
  /** Whether a negative amount is a debt; otherwise it counts as zero. */
  readonly isSigned?: boolean;
}

/** The sum of the chains at each point: [unix seconds, USD], the oldest first. */
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
 * Adds a token's worth at each point older than `fresh` steps, going back from its current amount. Changes without
 * legs (a rebase) may make the amount negative, which counts as zero.
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
    usd = priced.get(at) ?? usd; // a token without a price for a while keeps the last one
    values[at]! += amount * usd;
  }
}
