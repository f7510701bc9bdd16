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
  /** When held tokens were last looked up, if only owners are indexed; the chain's time. */
  heldAt: number;
  /** The last one of them; undefined: the next lookup begins with the first. */
  heldAfter: Address | undefined;
  /** The UTC day on which a held token without a price was last searched for. */
  heldDays: Map<Address, number>;
}

/** What prices at a head are read with. */
export interface HeadWork extends PriceWork {
  prices: HeadPrices;
  /** undefined: all events are indexed. */
  owners?: { readonly size: number } | undefined;
}

export const createHeadPrices = (): HeadPrices => ({
  loaded: undefined,
  isBehind: false,
  seeds: [],
  seeded: new Set(),
  heldAt: 0,
  heldAfter: undefined,
  heldDays: new Map(),
});

export function dropPrices(prices: HeadPrices): void {
  prices.loaded = undefined;
}
