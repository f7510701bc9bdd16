import type { TokenPrice } from "./tokenPrice.ts";

/** A price, and how it was come by. */
export interface KnownPrice extends TokenPrice {
  /** Steps from a token with a feed: 0 for such a token. */
  hop: number;
  /** What somebody would have to put up to get another price believed, USD. Infinity where that is a feed's. */
  strengthUsd: number;
}
