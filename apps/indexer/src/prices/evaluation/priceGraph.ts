import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import type { PoolState, PoolWindow } from "../pools/poolState.ts";

/** A token and the sources that connect it with others. */
export interface PricedToken {
  readonly address: Address;
  /** Pools with it on one side. */
  readonly pools: readonly TokenPool[];
  /** The pools whose shares were counted. */
  readonly counted: ReadonlySet<TokenPool>;
  /**
   * For each pool, in order, the lowest amount of the token that it had, base units: if its window is settled, else
   * Infinity. One array of doubles, because nearly all of a hundred thousand pools are skipped by this alone.
   */
  readonly leastRaws: readonly number[];
  /** The time from which these figures are valid, unix seconds. */
  readonly leastAt: number;
  /** Tokens that have a rate to it. */
  readonly rates: readonly TokenRate[];
}

export interface TokenPool {
  readonly series: PriceSeries;
  /** Whether the token is token0. */
  readonly isSide0: boolean;
  readonly other: PricedToken;
  /** The pool's own token, if it has one: a share of it. */
  readonly share: PricedToken | null;
}

export interface TokenRate {
  readonly series: PriceSeries;
  readonly share: PricedToken;
}

/** A token while sources are linked with it. */
export interface LinkedToken extends PricedToken {
  pools: TokenPool[];
  counted: Set<TokenPool>;
  leastRaws: number[];
  leastAt: number;
  rates: TokenRate[];
}

/** A pool's position in the list of one of its tokens. */
export interface PoolListing {
  token: LinkedToken;
  /** Index in the token's pools. */
  at: number;
}

/** A V2 pool's reserves when its shares were counted, base units. */
export interface ShareCount {
  timeAt: number;
  raw0: number;
  raw1: number;
  supply: number;
}

/** A source with its observations, oldest first: those that may still be needed. */
export interface PriceSeries {
  readonly source: PriceSource;
  observations: PriceObservation[];
  /** Of a pool: one for each observation that has a price. */
  states: PoolState[];
  /** Of a V2 pool, oldest first. */
  counts: ShareCount[];
  /** The result of `getPoolWindow` from this time on, until the next observation. */
  settled: PoolWindow | null;
  settledAt: number;
  /** Of a pool, once it is linked with its tokens. */
  listings: PoolListing[];
}
