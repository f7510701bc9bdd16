import type { Address, Hex } from "@portico/evm";
import type { AbiFunction } from "viem";

/**
 * Metadata of the contracts in a transaction besides this package's tables. All of it is in memory: reading
 * is free and never fails.
 */
export interface Knowledge {
  /** Slug of the transaction's chain. */
  chain: string;
  /** ERC-20 form of the native coin, lower-case; null if unknown. */
  wrappedToken: Address | null;
  /**
   * The detected standard of a contract; undefined if it was never seen as a token. ERC-20 and ERC-721 share selectors.
   */
  findStandard(contract: Address): "erc1155" | "erc20" | "erc721" | undefined;
  /** What the protocol of a contract is for; undefined if it is unknown. */
  findUse: (contract: Address) => ProtocolUse | undefined;
  /** Functions imported by operators, most trusted first: a selector can have several names. */
  findImported(selector: Hex): readonly AbiFunction[];
  /** Functions of the bundled table of signatures: they name a call only if they decode all of its calldata. */
  findBundled(selector: Hex): readonly AbiFunction[];
}

/** What a protocol is for, as far as it decides what a transaction was. */
export type ProtocolUse = "bridge" | "donation" | "exchange" | "other";

/** The tables only. */
export const noKnowledge = (chain: string): Knowledge => ({
  chain,
  wrappedToken: null,
  findStandard: () => undefined,
  findUse: () => undefined,
  findImported: () => [],
  findBundled: () => [],
});
