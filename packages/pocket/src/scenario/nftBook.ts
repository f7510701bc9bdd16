import type { Address } from "viem";

/** What somebody asks for a token. */
export interface Offer {
  /** Left out: the native coin. */
  payToken?: Address;
  rawAmount: bigint;
}

/** Who owns which ERC-721 token, and what is for sale. Amounts of ERC-1155 tokens are in the ledger. */
export interface NftBook {
  /** By id. */
  apeOwners: Address[];
  listings: Map<number, Offer>;
  /** Ids that something happens to in the block being filled: transactions of different people may be mined in another order. */
  busy: Set<number>;
  /** Let the marketplace take their apes. */
  sellers: Set<Address>;
  /** By id, which counts from 1. */
  kittyOwners: { owner: Address; touchedAt: number }[];
}

export const createNftBook = (): NftBook => ({
  apeOwners: [],
  listings: new Map(),
  busy: new Set(),
  sellers: new Set(),
  kittyOwners: [],
});

/** The ledger's name of an ERC-1155 token. */
export const toStorefrontKey = (id: bigint): string => `storefront ${id}`;
