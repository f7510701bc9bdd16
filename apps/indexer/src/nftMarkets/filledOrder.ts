import type { Address } from "@portico/evm";

/** NFTs that changed hands for one price, as reported by a marketplace. Addresses are in lower case. */
export interface FilledOrder {
  items: readonly OrderedNft[];
  /** undefined: not reported. */
  seller: Address | undefined;
  buyer: Address | undefined;
  /** NATIVE_TOKEN for the native coin. */
  payToken: Address;
  /** Base units for all items, as paid by the buyer. */
  rawAmount: bigint;
  /** The marketplace, which may hold the NFTs while they are offered. */
  market: Address;
}

export interface OrderedNft {
  contract: Address;
  tokenId: bigint;
  rawAmount: bigint;
}
