import type { Address, ChainlinkFeed } from "@portico/evm";
import type { Evaluation } from "../evaluation/evaluation.ts";
import { findFeedPrice } from "./feedPrice.ts";
import type { KnownPrice } from "../evaluation/knownPrice.ts";
import { findPoolPrice } from "../pools/poolPrice.ts";
import { PEG_FLOOR_USD, PEG_TOLERANCE } from "../evaluation/priceRules.ts";
import { settlePrice } from "../evaluation/settlePrice.ts";
import type { PricedToken } from "../evaluation/priceGraph.ts";

/** Prices tokens with a feed: first those with a feed of their own asset, then pegged tokens. */
export function settleFeeds(run: Evaluation): void {
  for (const [token, known] of listFeedPrices(run, false)) settlePrice(run, token, known);
  const pegs = listFeedPrices(run, true).map(([token, known]) => [token, judgePeg(run, token, known)] as const);
  for (const [token, known] of pegs) settlePrice(run, token, known);
}

/** A pegged token has its feed's price, unless its own pools with other tokens contradict it. */
function judgePeg({ candidates, metadata }: Evaluation, token: PricedToken, known: KnownPrice): KnownPrice {
  const candidate = candidates.get(token);
  const denial = candidate && findPoolPrice(metadata, token.address, candidate.quotes);
  const isDeep = denial && denial.liquidityUsd >= PEG_FLOOR_USD;
  if (!isDeep || Math.abs(denial.usd / known.usd - 1) <= PEG_TOLERANCE) return known;
  return { ...denial, hop: 1, strengthUsd: denial.liquidityUsd };
}

function listFeedPrices({ book, metadata, inputs }: Evaluation, isPeg: boolean): [PricedToken, KnownPrice][] {
  const rows = Object.entries(metadata.feeds) as [Address, ChainlinkFeed][];
  return rows.flatMap(([token, row]): [PricedToken, KnownPrice][] => {
    const found = row.isPeg === isPeg ? findFeedPrice(book, row, inputs) : null;
    if (found === null) return [];
    const source = isPeg ? "peg" : "chainlink";
    return [[book.getToken(token), { ...found, source, liquidityUsd: null, hop: 0, strengthUsd: Infinity }]];
  });
}
