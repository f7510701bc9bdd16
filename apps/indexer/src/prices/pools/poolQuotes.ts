import type { PriceSourceKind } from "@portico/store";
import { findBaseUnits } from "../evaluation/baseUnits.ts";
import type { KnownPrice } from "../evaluation/knownPrice.ts";
import { getDepthUsd } from "./poolDepth.ts";
import { getPoolWindow } from "./poolWindow.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import { FLOOR_USD } from "../evaluation/priceRules.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import type { PricedToken, TokenPool } from "../evaluation/priceGraph.ts";

/** A pool's price for a token, through the token on its other side. */
export interface PoolQuote {
  kind: PriceSourceKind;
  usd: number;
  depthUsd: number;
  timeAt: number;
}

interface Base extends KnownPrice {
  token: PricedToken;
  /** Base units of one whole token. */
  units: number;
}

interface Context {
  metadata: PriceMetadata;
  inputs: PriceInputs;
}

export type QuotesByToken = ReadonlyMap<PricedToken, PoolQuote[]>;

/**
 * Prices that pools with this token give for the others that are `isWanted`; none if this token's own price is too
 * weak.
 */
export function quotePools(
  context: Context,
  token: PricedToken,
  known: KnownPrice,
  isWanted: (token: PricedToken) => boolean,
): QuotesByToken {
  if (!token.pools.some(({ other }) => isWanted(other))) return NO_QUOTES; // the case for most tokens
  if (known.strengthUsd < FLOOR_USD) return NO_QUOTES;
  const units = findBaseUnits(context.metadata, token.address);
  if (units === undefined) return NO_QUOTES;
  const base = { ...known, token, units };
  const quotes = new Map<PricedToken, PoolQuote[]>();
  const leastRaw = context.inputs.timeAt >= token.leastAt ? ((FLOOR_USD * units) / known.usd / 2) * ROUNDING : 0;
  for (const [at, pool] of token.pools.entries()) {
    if (token.leastRaws[at]! < leastRaw) continue; // most pools
    const quote = isWanted(pool.other) ? quotePool(context, pool, base) : null;
    if (quote === null) continue;
    const siblings = quotes.get(pool.other);
    if (siblings === undefined) quotes.set(pool.other, [quote]);
    else siblings.push(quote);
  }
  for (const siblings of quotes.values()) {
    siblings.sort(byDepth); // so that sums don't depend, to the last bit, on the order in which pools were found
    limitDepth(siblings, known.strengthUsd);
  }
  return quotes;
}

/** Skipped values are below the floor however their depth is rounded. */
const ROUNDING = 1 - 1e-9;
const NO_QUOTES: QuotesByToken = new Map();
const byDepth = (a: PoolQuote, b: PoolQuote): number => b.depthUsd - a.depthUsd || a.usd - b.usd;

function quotePool({ metadata, inputs }: Context, { series, isSide0, other }: TokenPool, base: Base): PoolQuote | null {
  const window = getPoolWindow(series, inputs.timeAt);
  if (window === null) return null;
  const raw = isSide0 ? window.raw0 : window.raw1;
  if (getDepthUsd(raw, base) < FLOOR_USD) return null;

  const { address, kind } = series.source;
  const held = kind === "v3" && inputs.reserves ? Number(inputs.reserves(address, base.token.address) ?? 0n) : Infinity;
  const depthUsd = getDepthUsd(Math.min(raw, held), base);
  const units = findBaseUnits(metadata, other.address);
  if (!(depthUsd >= FLOOR_USD) || depthUsd === Infinity || units === undefined) return null;
  const usd = ((isSide0 ? base.usd / window.ratio : base.usd * window.ratio) * units) / base.units;
  return isPrice(usd) ? { kind, usd, depthUsd, timeAt: Math.max(window.timeAt, base.timeAt) } : null;
}

/**
 * All pools through a token count together for no more than the strength of that token's own price: anyone can create a
 * token and a deep pool.
 */
function limitDepth(quotes: readonly PoolQuote[], strengthUsd: number): void {
  if (strengthUsd === Infinity) return;
  const depthUsd = sumDepths(quotes);
  if (depthUsd <= strengthUsd) return;
  for (const quote of quotes) quote.depthUsd *= strengthUsd / depthUsd;
}

export function sumDepths(quotes: readonly PoolQuote[]): number {
  let sum = 0;
  for (const { depthUsd } of quotes) sum += depthUsd;
  return sum;
}
