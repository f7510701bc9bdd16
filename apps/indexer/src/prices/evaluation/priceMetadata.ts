import type { Address, ChainFeeds, TwinTokens } from "@portico/evm";

/** Metadata of a chain and its tokens, other than observations of sources. */
export interface PriceMetadata {
  wrappedToken: Address | null;
  nativeErc20: Address | null;
  feeds: ChainFeeds;
  /** Includes the native coin. Outside 0..77, or null: no price by pools or rates. */
  decimals(token: Address): number | null;
  /** Total supply in base units. If unknown: no price by pools, unless the token is verified. */
  supply(token: Address): bigint | null;
  isScam(token: Address): boolean;
  isVerified(token: Address): boolean;
  /** Known pairs of tokens that keep one ledger: if one has no price of its own, it has the other one's. */
  twins?: readonly TwinTokens[];
}
