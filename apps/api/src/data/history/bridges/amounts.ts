import { findCoinOf, type Address } from "@portico/evm";
import type { HistoryLeg } from "@portico/store";

/** An amount of a token that an owner gained or lost. */
export interface Amount {
  readonly chain: string;
  readonly token: Address;
  /** Base units, positive. */
  readonly rawAmount: bigint;
}

/** Net, once per token. */
export function sumAmounts(chain: string, legs: readonly HistoryLeg[]): { gains: Amount[]; losses: Amount[] } {
  const sums = new Map<Address, bigint>();
  for (const { token, isInbound, rawAmount } of legs) {
    sums.set(token, (sums.get(token) ?? 0n) + (isInbound ? rawAmount : -rawAmount));
  }
  const all = [...sums].map(([token, rawAmount]) => ({ chain, token, rawAmount }));
  return {
    gains: all.filter(({ rawAmount }) => rawAmount > 0n),
    losses: all.filter(({ rawAmount }) => rawAmount < 0n).map((loss) => ({ ...loss, rawAmount: -loss.rawAmount })),
  };
}

/** Digits after the point; undefined if unknown. */
export type FindDecimals = (chain: string, token: Address) => number | undefined;

/** Percent of what was sent that must arrive; the rest are fees. */
const MIN_PERCENT = 90n;

/**
 * Whether an amount can be what arrived of another: the same coin by the table of coins, at most as much, and at least
 * MIN_PERCENT of it, or all of it.
 */
export function canArrive(sent: Amount, arrived: Amount, isExact: boolean, decimalsOf: FindDecimals): boolean {
  const coin = findCoinOf(sent.chain, sent.token);
  if (coin === undefined || coin !== findCoinOf(arrived.chain, arrived.token)) return false;
  const [before, after] = [decimalsOf(sent.chain, sent.token), decimalsOf(arrived.chain, arrived.token)];
  if (before === undefined || after === undefined) return false;
  const [out, into] = [sent.rawAmount * 10n ** BigInt(after), arrived.rawAmount * 10n ** BigInt(before)];
  return isExact ? into === out : into <= out && into * 100n >= out * MIN_PERCENT;
}
