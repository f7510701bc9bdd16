import type { PriceObservation } from "@portico/store";
import { findBaseUnits } from "../evaluation/baseUnits.ts";
import type { KnownPrice } from "../evaluation/knownPrice.ts";
import type { PriceMetadata } from "../evaluation/priceMetadata.ts";
import type { PriceInputs } from "../evaluation/priceInputs.ts";
import { MAX_WORTH_PER_DEPTH } from "../evaluation/priceRules.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import { findAt } from "../evaluation/priceSeries.ts";
import type { PriceSeries } from "../evaluation/priceGraph.ts";

/** A rate for one whole token is rounded to base units, and then to a double. */
const ROUNDING = 1e-6;

/**
 * A token's price by its rate to another whose price is known. A token that is on no list must hold the worth of its
 * whole supply, or anyone could promise anything; and the strength of its price is limited to that. It may hold a token
 * of anyone's, so its supply must not be worth far more than the strength of that token's price.
 */
export function findRatePrice(
  metadata: PriceMetadata,
  { source, observations }: PriceSeries,
  underlying: KnownPrice,
  inputs: PriceInputs,
): KnownPrice | null {
  const observed = findAt(observations, inputs.timeAt);
  const units = source.token0 === null ? undefined : findBaseUnits(metadata, source.token0);
  if (observed === undefined || observed.raw0 === null || units === undefined) return null;
  const { held, promised } = metadata.isVerified(source.address)
    ? { held: Infinity, promised: 0 }
    : getBacking(metadata, source, observed, inputs);
  const rate = Number(observed.raw0) / units;
  const usd = rate * underlying.usd;
  if (!isPrice(usd) || held === 0) return null;
  if ((promised / units) * underlying.usd > MAX_WORTH_PER_DEPTH.doubtful * underlying.strengthUsd) return null;
  return {
    usd,
    source: rate === 1 ? "receipt" : "share",
    liquidityUsd: null,
    timeAt: Math.max(observed.timeAt, underlying.timeAt),
    hop: underlying.hop + 1,
    strengthUsd: Math.min(underlying.strengthUsd, (held / units) * underlying.usd),
  };
}

/**
 * Base units of the underlying that the token itself holds: `raw1` of the observation, or else the reserves at that
 * time; and that its supply is worth, as reported or otherwise known. `held` is 0 if it is less than that.
 */
function getBacking(
  metadata: PriceMetadata,
  { address, token0 }: PriceSeries["source"],
  observed: PriceObservation,
  { reserves }: PriceInputs,
): { held: number; promised: number } {
  const held = Number(observed.raw1 ?? (token0 === null ? undefined : reserves?.(address, token0)) ?? 0n);
  const supplies = [observed.supply, metadata.supply(address)].filter((supply) => supply !== null).map(Number);
  const units = findBaseUnits(metadata, address);
  if (supplies.length === 0 || units === undefined) return { held: 0, promised: 0 };
  const promised = (Number(observed.raw0) / units) * Math.max(...supplies);
  return { held: held >= promised * (1 - ROUNDING) ? held : 0, promised };
}
