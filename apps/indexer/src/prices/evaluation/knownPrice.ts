import type { TokenPrice } from "./tokenPrice.ts";

/** A price and its derivation. */
export interface KnownPrice extends TokenPrice {
  /** Steps from a token with a feed: 0 for such a token. */
  hop: number;
  /** Capital needed to get another price accepted, USD. Infinity if the price is a feed's. */
  strengthUsd: number;
}
