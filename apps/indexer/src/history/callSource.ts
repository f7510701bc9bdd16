import type { Address, Hash } from "@portico/evm";
import type { TransactionBody } from "./transactionBody.ts";

/** A transaction that concerns an owner, as a source reports it. */
export interface FoundTransaction {
  hash: Hash;
  blockNumber: bigint;
  /** Only from the chain's own node: others are not believed. Verified with the receipt. */
  body?: TransactionBody | undefined;
  /** Whether the source says that the owner was paid within; undefined: it doesn't say. A hint of what to trace first. */
  isPaid?: boolean | undefined;
}

/** All transactions of an owner that a source has in blocks from `fromBlock` to the requested block, both inclusive. */
export interface TransactionPage {
  fromBlock: bigint;
  transactions: FoundTransaction[];
}

/** Where an owner's transactions are found that no log has to name: sent, received, or paid within. Newest first. */
export interface CallSource {
  readonly name: "ots" | "trace_filter" | "explorer" | "portal" | "nonce";
  /** Whether internal transfers to the owner are found too (nonce search: false). */
  readonly hasInternal: boolean;
  /**
   * @returns the newest page at or before a block; `fromBlock` 0n: there is nothing earlier. Costs a bounded number of
   * requests.
   */
  findPage(owner: Address, toBlock: bigint, signal: AbortSignal): Promise<TransactionPage>;
}
