import type { Address } from "@portico/evm";

/** NFTs that changed hands for one price, as reported by a marketplace. Addresses are in lower case. */
export interface FilledOrder {
  /** undefined: not reported. The seller and the buyer are then known as parties only, in any order. */
  items: readonly OrderedNft[] | undefined;
  /** undefined: not reported. */
  seller: Address | undefined;
  buyer: Address | undefined;
  /** NATIVE_TOKEN for the native coin. Without items it is not reported either, and the native coin is assumed. */
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
