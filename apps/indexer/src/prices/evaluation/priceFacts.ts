import type { Address, ChainFeeds } from "@portico/evm";

/** What is known of a chain and its tokens beside what their sources say. */
export interface PriceFacts {
  wrappedToken: Address | null;
  nativeErc20: Address | null;
  feeds: ChainFeeds;
  /** Also of the native coin. Outside 0..77, or null: no price by pools or rates. */
  decimals(token: Address): number | null;
  /** Base units of all there is. Unknown: no price by pools, unless the token is verified. */
  supply(token: Address): bigint | null;
  isScam(token: Address): boolean;
  isVerified(token: Address): boolean;
}
