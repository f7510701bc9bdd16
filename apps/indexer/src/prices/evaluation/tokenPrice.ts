import type { Address } from "@portico/evm";

/**
 * chainlink: its own feed. peg: the feed of its reference asset. wrapped: the native coin's price, or vice versa.
 * uniswap2, uniswap3, pools: pools of one kind, of both. share: a rate to another token; receipt: a rate of one. lp:
 * the share of a V2 pool.
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
  /** Time of the newest observation used, unix seconds. */
  timeAt: number;
  /** Depth of the pools used, USD; null if none is. */
  liquidityUsd: number | null;
}

/** By token. A token without a trusted price has no entry. */
export type TokenPrices = Map<Address, TokenPrice>;

export const isPrice = (usd: number): boolean => usd > 0 && usd < Infinity;
