import type { PriceObservation } from "@portico/store";
import { findBaseUnits } from "../evaluation/baseUnits.ts";
import type { KnownPrice } from "../evaluation/knownPrice.ts";
import type { PriceFacts } from "../evaluation/priceFacts.ts";
import type { PriceMoment } from "../evaluation/priceMoment.ts";
import { isPrice } from "../evaluation/tokenPrice.ts";
import { findAt } from "../evaluation/trail.ts";
import type { Trail } from "../evaluation/priceGraph.ts";

/** A rate for one whole token is rounded to base units, and then to a double. */
const ROUNDING = 1e-6;

/**
 * A token's price by its rate to another whose price is known. A token that is on no list must hold the worth of its
 * whole supply, or anyone could promise anything; and the strength of its price is limited to that.
 */
export function findRatePrice(
  facts: PriceFacts,
  { source, observations }: Trail,
  underlying: KnownPrice,
  moment: PriceMoment,
): KnownPrice | null {
  const said = findAt(observations, moment.timeAt);
  const units = source.token0 === null ? undefined : findBaseUnits(facts, source.token0);
  if (said === undefined || said.raw0 === null || units === undefined) return null;
  const held = facts.isVerified(source.address) ? Infinity : getBacking(facts, source, said, moment);
  const rate = Number(said.raw0) / units;
  const usd = rate * underlying.usd;
  if (!isPrice(usd) || held === 0) return null;
  return {
    usd,
    source: rate === 1 ? "receipt" : "share",
    liquidityUsd: null,
    timeAt: Math.max(said.timeAt, underlying.timeAt),
    hop: underlying.hop + 1,
    strengthUsd: Math.min(underlying.strengthUsd, (held / units) * underlying.usd),
  };
}

/**
 * Base units of the underlying that the token itself holds: `raw1` of the observation, or else the reserves at that
 * time. 0 if that is less than the worth of its supply, as reported or otherwise known.
 */
function getBacking(
  facts: PriceFacts,
  { address, token0 }: Trail["source"],
  said: PriceObservation,
  { reserves }: PriceMoment,
): number {
  const held = Number(said.raw1 ?? (token0 === null ? undefined : reserves?.(address, token0)) ?? 0n);
  const supplies = [said.supply, facts.supply(address)].filter((supply) => supply !== null).map(Number);
  const units = findBaseUnits(facts, address);
  if (supplies.length === 0 || units === undefined) return 0;
  const promised = (Number(said.raw0) / units) * Math.max(...supplies);
  return held >= promised * (1 - ROUNDING) ? held : 0;
}
