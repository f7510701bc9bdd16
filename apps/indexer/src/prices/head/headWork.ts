import type { Address } from "@portico/evm";
import type { LoadedPrices } from "./loadedPrices.ts";
import type { Seeds } from "../pools/seedPools.ts";
import type { PriceWork } from "../priceWork.ts";

/**
 * State that a process keeps between heads to price the next. Dropped whenever the stored data may have changed
 * otherwise.
 */
export interface HeadPrices {
  loaded: LoadedPrices | undefined;
  /** Whether ranges were stored since whose balances were not read at once. */
  isBehind: boolean;
  /** Pools found for listed tokens, to be stored with a head that lacks them. */
  seeds: Seeds[];
  /** Tokens whose pools were searched for. */
  seeded: Set<Address>;
}

/** What prices at a head are read with. */
export interface HeadWork extends PriceWork {
  prices: HeadPrices;
}

export const createHeadPrices = (): HeadPrices => ({
  loaded: undefined,
  isBehind: false,
  seeds: [],
  seeded: new Set(),
});

export function dropPrices(prices: HeadPrices): void {
  prices.loaded = undefined;
}
