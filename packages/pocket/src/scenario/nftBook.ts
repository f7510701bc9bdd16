import type { Address } from "viem";

/** Who owns which ERC-721 token, and what is for sale. Amounts of ERC-1155 tokens are in the ledger. */
export interface NftBook {
  /** By id. */
  apeOwners: Address[];
  /** Id to price in wei. */
  listings: Map<number, bigint>;
  /** Ids that something happens to in the block being filled: transactions of different people may be mined in another order. */
  busy: Set<number>;
  /** Let the marketplace take their apes. */
  sellers: Set<Address>;
}

export const createNftBook = (): NftBook => ({
  apeOwners: [],
  listings: new Map(),
  busy: new Set(),
  sellers: new Set(),
});

/** The ledger's name of an ERC-1155 token. */
export const toStorefrontKey = (id: bigint): string => `storefront ${id}`;
