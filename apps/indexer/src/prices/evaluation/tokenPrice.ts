import type { Address } from "@portico/evm";

/**
 * chainlink: its own feed. peg: the feed of what it stands for. wrapped: the native coin's price, or the other way round.
 * uniswap2, uniswap3, pools: pools of one kind, of both. share: a rate to another token; receipt: that rate is one.
 * lp: the share of a V2 pool.
 */
export type PriceOrigin =
  | "chainlink"
  | "lp"
  | "peg"
  | "pools"
  | "receipt"
  | "share"
  | "uniswap2"
  | "uniswap3"
  | "wrapped";

export interface TokenPrice {
  /** US dollars for one whole token: finite, above 0. */
  usd: number;
  source: PriceOrigin;
  /** The time of the newest observation that it rests on, unix seconds. */
  timeAt: number;
  /** What the pools that it is from hold, USD; null when it is from none. */
  liquidityUsd: number | null;
}

/** By token. No trusted price: no row. */
export type TokenPrices = Map<Address, TokenPrice>;

export const isPrice = (usd: number): boolean => usd > 0 && usd < Infinity;
