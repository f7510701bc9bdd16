import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import { createPricedTokens } from "./pricedTokens.ts";
import { WINDOW_SECONDS } from "./priceRules.ts";
import { addObservation, createTrail, forgetTrail } from "./trail.ts";
import type { Trail } from "./priceGraph.ts";
import type { PricedToken } from "./priceGraph.ts";

/** Observations of a chain's sources, as far back as prices need them. Addresses are lower-case. */
export interface PriceBook {
  /** Adds sources; a known address stays unchanged, and `none` is not stored. */
  add(sources: readonly PriceSource[]): void;
  /** Adds a source's observation, in any order; ignored if the address is not a source. */
  observe(observation: PriceObservation): void;
  /** Drops observations that no evaluation at this time or later needs. */
  forgetBefore(timeAt: number): void;
  /** A token with its sources; the same object each time. */
  getToken(address: Address): PricedToken;
  /** Aggregators of a proxy, the newest phase first. */
  listAggregators(proxy: Address): readonly Trail[];
}

/** A book of these sources; `observations` may be any of theirs, usually the last ones before the first window. */
export function createPriceBook(
  sources: readonly PriceSource[] = [],
  observations: readonly PriceObservation[] = [],
): PriceBook {
  const trails = new Map<Address, Trail>();
  const restless = new Set<Trail>(); // with observations to drop
  const aggregators = new Map<Address, Trail[]>();
  const tokens = createPricedTokens();
  const addAggregator = (proxy: Address, trail: Trail): void => {
    const phases = [...(aggregators.get(proxy) ?? []), trail];
    aggregators.set(proxy, phases.toSorted(byPhase));
  };
  const book: PriceBook = {
    add(added) {
      for (const source of added) {
        if (source.kind === "none" || trails.has(source.address)) continue;
        const trail = createTrail(source);
        trails.set(source.address, trail);
        if (source.kind !== "feed") tokens.link(trail);
        else if (source.feed !== null) addAggregator(source.feed, trail);
      }
    },
    observe(observation) {
      const trail = trails.get(observation.address);
      if (trail === undefined) return;
      addObservation(trail, observation);
      if (trail.observations.length > 1) restless.add(trail);
    },
    forgetBefore(timeAt) {
      for (const trail of restless) {
        forgetTrail(trail, timeAt - WINDOW_SECONDS);
        if (trail.observations.length <= 1) restless.delete(trail);
      }
    },
    getToken: (address) => tokens.get(address),
    listAggregators: (proxy) => aggregators.get(proxy) ?? [],
  };
  book.add(sources);
  for (const observation of observations) book.observe(observation);
  return book;
}

const byPhase = (a: Trail, b: Trail): number =>
  (b.source.phase ?? 0) - (a.source.phase ?? 0) || (a.source.address < b.source.address ? -1 : 1);
