import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import { createPricedTokens } from "./pricedTokens.ts";
import { WINDOW_SECONDS } from "./priceRules.ts";
import { addObservation, createPriceSeries, trimPriceSeries } from "./priceSeries.ts";
import type { PriceSeries } from "./priceGraph.ts";
import type { PricedToken } from "./priceGraph.ts";

/** Observations of a chain's sources, as far back as prices need them. Addresses are lower-case. */
export interface PriceBook {
  /** Adds sources; a known address stays unchanged, and `none` is not stored. */
  add(sources: readonly PriceSource[]): void;
  /** Adds a source's observation, in any order; ignored if the address is not a source. */
  observe(observation: PriceObservation): void;
  /** Drops observations that no evaluation at this time or later needs. */
  trimBefore(timeAt: number): void;
  /** A token with its sources; the same object each time. */
  getToken(address: Address): PricedToken;
  /** Aggregators of a proxy, the newest phase first. */
  listAggregators(proxy: Address): readonly PriceSeries[];
}

/** A book of these sources; `observations` may be any of theirs, usually the last ones before the first window. */
export function createPriceBook(
  sources: readonly PriceSource[] = [],
  observations: readonly PriceObservation[] = [],
): PriceBook {
  const seriesByAddress = new Map<Address, PriceSeries>();
  const restless = new Set<PriceSeries>(); // with observations to drop
  const aggregators = new Map<Address, PriceSeries[]>();
  const tokens = createPricedTokens();
  const addAggregator = (proxy: Address, series: PriceSeries): void => {
    const phases = [...(aggregators.get(proxy) ?? []), series];
    aggregators.set(proxy, phases.toSorted(byPhase));
  };
  const book: PriceBook = {
    add(added) {
      for (const source of added) {
        if (source.kind === "none" || seriesByAddress.has(source.address)) continue;
        const series = createPriceSeries(source);
        seriesByAddress.set(source.address, series);
        if (source.kind !== "feed") tokens.link(series);
        else if (source.feed !== null) addAggregator(source.feed, series);
      }
    },
    observe(observation) {
      const series = seriesByAddress.get(observation.address);
      if (series === undefined) return;
      addObservation(series, observation);
      if (series.observations.length > 1) restless.add(series);
    },
    trimBefore(timeAt) {
      for (const series of restless) {
        trimPriceSeries(series, timeAt - WINDOW_SECONDS);
        if (series.observations.length <= 1) restless.delete(series);
      }
    },
    getToken: (address) => tokens.get(address),
    listAggregators: (proxy) => aggregators.get(proxy) ?? [],
  };
  book.add(sources);
  for (const observation of observations) book.observe(observation);
  return book;
}

const byPhase = (a: PriceSeries, b: PriceSeries): number =>
  (b.source.phase ?? 0) - (a.source.phase ?? 0) || (a.source.address < b.source.address ? -1 : 1);
