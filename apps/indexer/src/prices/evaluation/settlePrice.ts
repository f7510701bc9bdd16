import type { Evaluation } from "./evaluation.ts";
import type { KnownPrice } from "./knownPrice.ts";
import { findPairSharePrice } from "../pools/pairSharePrice.ts";
import { quotePools } from "../pools/poolQuotes.ts";
import { MAX_HOPS } from "./priceRules.ts";
import { findRatePrice } from "../rates/ratePrice.ts";
import type { PricedToken, TokenPool } from "./priceGraph.ts";

/** Settles a token's price, unless it has one, and derives quotes for others. */
export function settlePrice(run: Evaluation, token: PricedToken, known: KnownPrice): void {
  if (run.known.has(token)) return;
  run.known.set(token, known);
  if (known.hop < MAX_HOPS) spread(run, token, known);
  if (!run.coins.has(token)) return;
  for (const coin of run.coins) settlePrice(run, coin, { ...known, source: "wrapped" });
}

function spread(run: Evaluation, token: PricedToken, known: KnownPrice): void {
  const { metadata, inputs, candidates } = run;
  const isOpen = (other: PricedToken): boolean => !run.known.has(other) && !metadata.isScam(other.address);
  for (const [other, quotes] of quotePools(run, token, known, (one) => !run.known.has(one))) {
    if (isOpen(other)) candidates.quote(other, quotes, known);
  }
  for (const { series, share } of token.rates) {
    const derived = isOpen(share) ? findRatePrice(metadata, series, known, inputs) : null;
    if (derived !== null) candidates.derive(share, derived);
  }
  for (const pool of token.counted) {
    const derived = findShareOf(run, pool, known);
    if (derived !== null && pool.share && isOpen(pool.share)) candidates.derive(pool.share, derived);
  }
}

function findShareOf(run: Evaluation, { series, isSide0, other }: TokenPool, known: KnownPrice): KnownPrice | null {
  const knownOther = run.known.get(other);
  if (knownOther === undefined) return null;
  const sides = isSide0 ? ([known, knownOther] as const) : ([knownOther, known] as const);
  const derived = findPairSharePrice(run.metadata, series, sides, run.inputs);
  return derived && derived.hop <= MAX_HOPS ? derived : null;
}
