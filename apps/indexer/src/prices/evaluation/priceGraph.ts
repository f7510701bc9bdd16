import type { Address } from "@portico/evm";
import type { PriceObservation, PriceSource } from "@portico/store";
import type { PoolState, PoolWindow } from "../pools/poolState.ts";

/** A token and the sources that lead from it to others. */
export interface PricedToken {
  readonly address: Address;
  /** Pools that have it on a side. */
  readonly pools: readonly TokenPool[];
  /** Those of them whose shares were counted. */
  readonly counted: ReadonlySet<TokenPool>;
  /**
   * Of each pool, in their order, the least that it had of the token, base units: where its window settled, or else
   * Infinity. One array of doubles, because of a hundred thousand pools nearly all are passed over by this alone.
   */
  readonly leastRaws: readonly number[];
  /** From when on those figures are true, unix seconds. */
  readonly leastAt: number;
  /** Tokens that are worth an amount of it. */
  readonly rates: readonly TokenRate[];
}

export interface TokenPool {
  readonly trail: Trail;
  /** The token is token0. */
  readonly isSide0: boolean;
  readonly other: PricedToken;
  /** The pool's own token, where it has one: a share of it. */
  readonly share: PricedToken | null;
}

export interface TokenRate {
  readonly trail: Trail;
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

/** Where a pool is listed, by one of its sides. */
export interface PoolListing {
  token: LinkedToken;
  /** Of the pool among the token's. */
  at: number;
}

/** A V2 pool's reserves when its shares were counted, base units. */
export interface ShareCount {
  timeAt: number;
  raw0: number;
  raw1: number;
  supply: number;
}

/** A source with what it said, oldest first: the part of it that may still be asked for. */
export interface Trail {
  readonly source: PriceSource;
  observations: PriceObservation[];
  /** Of a pool: one for each observation that has a price. */
  states: PoolState[];
  /** Of a V2 pool, oldest first. */
  counts: ShareCount[];
  /** What `getPoolWindow` gives from this time on, while nothing new is said. */
  settled: PoolWindow | null;
  settledAt: number;
  /** Of a pool, once it is linked with its tokens. */
  listings: PoolListing[];
}
