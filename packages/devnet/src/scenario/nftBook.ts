import type { Address } from "viem";

/** An offer of a token for sale. */
export interface Offer {
  /** Undefined: native coin. */
  payToken?: Address;
  rawAmount: bigint;
}

/** Owners of ERC-721 tokens, and offers. Amounts of ERC-1155 tokens are in the ledger. */
export interface NftBook {
  /** By id. */
  apeOwners: Address[];
  listings: Map<number, Offer>;
  /** Ids that change in the block being filled: transactions of different users may be mined in another order. */
  busy: Set<number>;
  /** Owners who approved the marketplace for their apes. */
  sellers: Set<Address>;
  /** By id, starting at 1. */
  kittyOwners: { owner: Address; lastUsedAt: number }[];
}

export const createNftBook = (): NftBook => ({
  apeOwners: [],
  listings: new Map(),
  busy: new Set(),
  sellers: new Set(),
  kittyOwners: [],
});

/** The ledger's key of an ERC-1155 token. */
export const toStorefrontKey = (id: bigint): string => `storefront ${id}`;
