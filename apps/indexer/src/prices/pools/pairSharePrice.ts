import { findBaseUnits } from "../evaluation/baseUnits.ts";
import type { KnownPrice } from "../evaluation/knownPrice.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import { MAX_WORTH_PER_DEPTH } from "../evaluation/priceRules.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import { findAt } from "../evaluation/priceSeries.ts";
import type { PriceSeries } from "../evaluation/priceGraph.ts";

const PAIR_UNITS = 1e18; // every V2 pair's own token has 18 decimals

/**
 * The price of a V2 pool's share if the pool held both sides at their fair prices: 2·√(value0·value1) of all shares.
 * The product of the reserves per share is unchanged by swaps, mints and burns, so the last count of shares is
 * sufficient, with the reserves of that time. A side may be a token of anyone's, which names any reserve: all shares must
 * not be worth far more than the strength of the sides' prices.
 * @see https://blog.alphaventuredao.io/fair-lp-token-pricing/
 */
export function findPairSharePrice(
  metadata: PriceMetadata,
  { source, counts }: PriceSeries,
  [side0, side1]: readonly [KnownPrice, KnownPrice],
  { timeAt }: PriceInputs,
): KnownPrice | null {
  const count = findAt(counts, timeAt);
  const [units0, units1] = [source.token0, source.token1].map((token) => token && findBaseUnits(metadata, token));
  if (count === undefined || !units0 || !units1) return null;
  const value0 = (count.raw0 / units0) * side0.usd;
  const value1 = (count.raw1 / units1) * side1.usd;
  const usd = ((2 * Math.sqrt(value0) * Math.sqrt(value1)) / count.supply) * PAIR_UNITS;
  const strengthUsd = Math.min(side0.strengthUsd, side1.strengthUsd);
  const worthUsd = (count.supply / PAIR_UNITS) * usd;
  if (!isPrice(usd) || worthUsd > MAX_WORTH_PER_DEPTH.doubtful * strengthUsd) return null;
  return {
    usd,
    source: "lp",
    liquidityUsd: null,
    timeAt: Math.max(count.timeAt, side0.timeAt, side1.timeAt),
    hop: Math.max(side0.hop, side1.hop) + 1,
    strengthUsd,
  };
}
