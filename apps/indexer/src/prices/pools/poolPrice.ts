import type { Address } from "@portico/evm";
import { findBaseUnits } from "../evaluation/baseUnits.ts";
import { sumDepths } from "./poolQuotes.ts";
import type { PoolQuote } from "./poolQuotes.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import { MAX_WORTH_PER_DEPTH, TRUSTED_DEPTH_USD } from "../evaluation/priceRules.ts";
import type { PriceOrigin, TokenPrice } from "../evaluation/tokenPrice.ts";
import { getWeightedMedian } from "./weightedMedian.ts";

/**
 * The depth-weighted median price of the pools; null if the whole supply would be worth far more than anyone could get
 * for it.
 */
export function findPoolPrice(
  metadata: PriceMetadata,
  token: Address,
  quotes: readonly PoolQuote[],
): (TokenPrice & { liquidityUsd: number }) | null {
  const usd = getWeightedMedian(quotes.map((quote) => ({ value: quote.usd, weight: quote.depthUsd })));
  const liquidityUsd = sumDepths(quotes);
  if (!(usd > 0) || !isBelievable(metadata, token, usd, liquidityUsd)) return null;
  const timeAt = quotes.reduce((newest, quote) => Math.max(newest, quote.timeAt), 0);
  return { usd, source: toOrigin(quotes), timeAt, liquidityUsd };
}

function isBelievable(metadata: PriceMetadata, token: Address, usd: number, liquidityUsd: number): boolean {
  const isVerified = metadata.isVerified(token);
  const [supply, units] = [metadata.supply(token), findBaseUnits(metadata, token)];
  if (supply === null || units === undefined) return isVerified;
  const isTrusted = isVerified || liquidityUsd >= TRUSTED_DEPTH_USD;
  const limit = MAX_WORTH_PER_DEPTH[isTrusted ? "trusted" : "doubtful"];
  return (Number(supply) / units) * usd <= limit * liquidityUsd;
}

function toOrigin(quotes: readonly PoolQuote[]): PriceOrigin {
  if (quotes.every(({ kind }) => kind === "v2")) return "uniswap2";
  return quotes.every(({ kind }) => kind === "v3") ? "uniswap3" : "pools";
}
