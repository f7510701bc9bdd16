import type { Address } from "@portico/evm";
import type { Candidate } from "./candidates.ts";
import { createEvaluation } from "./evaluation.ts";
import type { Evaluation } from "./evaluation.ts";
import type { KnownPrice } from "./knownPrice.ts";
import { findPoolPrice } from "../pools/poolPrice.ts";
import type { PriceBook } from "./priceBook.ts";
import type { PriceMetadata } from "./priceMetadata.ts";
import type { PriceInputs } from "./priceInputs.ts";
import { settleFeeds } from "../feeds/settleFeeds.ts";
import { settlePrice } from "./settlePrice.ts";
import type { TokenPrices } from "./tokenPrice.ts";
import type { PricedToken } from "./priceGraph.ts";

/**
 * Prices of all tokens at a time, from the observations of the chain's sources until then. Prices spread from tokens
 * with a feed to those that share a pool with a priced one, or have a rate to it, in at most four steps. The token with
 * the strongest price is always the next: a pool that is cheap to create can't come before the deep ones, wherever it
 * is placed.
 */
export function evaluatePrices(book: PriceBook, metadata: PriceMetadata, inputs: PriceInputs): TokenPrices {
  const run = createEvaluation(book, metadata, inputs);
  settleFeeds(run);
  for (let next = run.candidates.takeNext(); next !== undefined; next = run.candidates.takeNext()) {
    const found = run.known.has(next.token) ? null : (next.derived ?? findByPools(run, next));
    if (found !== null) settlePrice(run, next.token, found);
  }
  const prices: TokenPrices = new Map();
  for (const [{ address }, known] of run.known) prices.set(address, known);
  for (const { token, twin } of metadata.twins ?? []) {
    sharePrice(prices, token, twin);
    sharePrice(prices, twin, token);
  }
  return prices;
}

function sharePrice(prices: TokenPrices, from: Address, to: Address): void {
  const price = prices.get(from);
  if (price !== undefined && !prices.has(to)) prices.set(to, price);
}

/** A token with a feed never takes its pools' price: when the feed is stale, the price is unknown. */
function findByPools({ metadata, coins }: Evaluation, { token, quotes, hop }: Candidate): KnownPrice | null {
  const hasFeed = ({ address }: PricedToken): boolean => metadata.feeds[address] !== undefined;
  if (coins.has(token) ? [...coins].some(hasFeed) : hasFeed(token)) return null;
  const price = findPoolPrice(metadata, token.address, quotes);
  return price && { ...price, hop, strengthUsd: price.liquidityUsd };
}
