import type { Address } from "@portico/evm";
import {
  findBlockByTime,
  findFirstBlock,
  listLastObservations,
  listObservationsBetween,
  listPriceSources,
} from "@portico/store";
import type { BlockRef, PriceObservation, PriceSource, Store } from "@portico/store";
import { createPriceBook } from "../evaluation/priceBook.ts";
import type { PriceBook } from "../evaluation/priceBook.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
import { createReserves } from "../pools/reserves.ts";
import type { Reserves } from "../pools/reserves.ts";
import { createTokenMetadataCache } from "../evaluation/tokenMetadataCache.ts";
import type { TokenMetadataCache } from "../evaluation/tokenMetadataCache.ts";

/** Inputs of the prices of a head, cached from one head to the next. All of it can be lost. */
export interface LoadedPrices {
  book: PriceBook;
  /** By address; without `none`. */
  sources: Map<Address, PriceSource>;
  /** The last observation of each source, with values read since. */
  newest: Map<Address, PriceObservation>;
  /** When each rate was last stored, and whether it was 0. */
  storedRates: Map<Address, { timeAt: number; isNothing: boolean }>;
  tokens: TokenMetadataCache;
  reserves: Reserves;
  /** The first indexed block. */
  first: BlockRef;
}

/**
 * Loads observations of stored blocks, as far back as the prices of a time need them.
 * @param next - The first block that the index is about to store, if none is stored.
 */
export async function loadPrices(db: Store, chain: string, timeAt: number, next: BlockRef): Promise<LoadedPrices> {
  const [all, before, oldest] = await Promise.all([
    listPriceSources(db, chain),
    findBlockByTime(db, chain, timeAt - WINDOW_SECONDS),
    findFirstBlock(db, chain),
  ]);
  const first = oldest ?? next;
  const start = before?.blockNumber ?? first.blockNumber - 1n;
  const [last, later] = await Promise.all([
    listLastObservations(db, chain, start),
    listObservationsBetween(db, chain, start, MAX_BLOCK),
  ]);
  const loaded: LoadedPrices = {
    book: createPriceBook(),
    sources: new Map(),
    newest: new Map(),
    storedRates: new Map(),
    tokens: createTokenMetadataCache(),
    reserves: createReserves(),
    first,
  };
  takeIn(loaded, all, [...last, ...later]);
  for (const { address, timeAt: observedAt, raw0 } of loaded.newest.values()) {
    if (loaded.sources.get(address)?.kind === "rate") {
      loaded.storedRates.set(address, { timeAt: observedAt, isNothing: raw0 === 0n });
    }
  }
  return loaded;
}

const MAX_BLOCK = 2n ** 62n;

/** Adds sources and their observations, in order. */
export function takeIn(
  { book, sources, newest }: Pick<LoadedPrices, "book" | "newest" | "sources">,
  found: readonly PriceSource[],
  observations: Iterable<PriceObservation>,
): void {
  book.add(found);
  for (const source of found) if (source.kind !== "none") sources.set(source.address, source);
  for (const observation of observations) {
    book.observe(observation);
    const before = newest.get(observation.address);
    if (before === undefined || observation.blockNumber >= before.blockNumber) {
      newest.set(observation.address, observation);
    }
  }
}
