import type { Address, Hex } from "@portico/evm";
import type { AbiFunction } from "viem";

/**
 * What is known of the contracts in a transaction besides the tables of this package. Everything is at hand already: asking
 * costs nothing and never fails.
 */
export interface Knowledge {
  /** Slug of the transaction's chain. */
  chain: string;
  /** ERC-20 form of the chain's coin, lower-case; null where none is known. */
  wrappedToken: Address | null;
  /** What the contract was found to be; undefined when it was never met as a token. ERC-20 and ERC-721 share selectors. */
  findStandard(contract: Address): "erc1155" | "erc20" | "erc721" | undefined;
  /** Functions that operators imported, most trusted first: a selector can have several names. */
  findImported(selector: Hex): readonly AbiFunction[];
}

/** Knows nothing but the tables. */
export const noKnowledge = (chain: string): Knowledge => ({
  chain,
  wrappedToken: null,
  findStandard: () => undefined,
  findImported: () => [],
});
