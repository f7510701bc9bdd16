import type { Address, Hash, Hex } from "@portico/evm";
import type { BlockLogs } from "./blockLogs.ts";

/** A block as returned by a chain's node, validated, in the units used in the code. Addresses are in lower case. */
export interface SourceBlock {
  blockNumber: bigint;
  hash: Hash;
  parentHash: Hash;
  /** Unix seconds. */
  timeAt: number;
  /** Recipient of the fees, and of the reward if there is one. */
  miner: Address | undefined;
  /** Wei paid out by the consensus layer (EIP-4895). */
  withdrawals: readonly { address: Address; rawAmount: bigint }[];
  /** Wei of traces of type "reward". */
  rewards: readonly { address: Address; rawAmount: bigint }[];
  /** Empty if only events are read. */
  transactions: readonly SourceTransaction[];
  /** With a requested topic, in order. */
  logs: BlockLogs;
  /** Wei moved within transactions, except reverted transfers and the transactions' own values. */
  internalTransfers: readonly InternalTransfer[];
  /** Contracts created by transactions and contracts, except reverted ones. */
  creations: readonly Creation[];
}

export interface SourceTransaction {
  hash: Hash;
  index: number;
  from: Address;
  /** undefined: it creates a contract. */
  to: Address | undefined;
  nonce: bigint;
  /** Wei. */
  rawValue: bigint;
  /** Complete calldata. */
  input: Hex;
  /** undefined if no receipts are read. */
  receipt: SourceReceipt | undefined;
  /** Wei that the chain itself moved with it, beside its value, whether it succeeded or not: see systemMoves.ts. */
  systemMoves?: readonly SystemMove[] | undefined;
}

export interface SystemMove {
  /** The zero address: created. */
  from: Address;
  /** The zero address: destroyed. */
  to: Address;
  rawAmount: bigint;
}

export interface SourceReceipt {
  /** undefined if the receipt has no status (before EIP-658), and all gas was used. */
  isSuccess: boolean | undefined;
  gasUsed: bigint;
  /** Wei that the sender paid: see receiptFee.ts. undefined if the receipt doesn't state all of it. */
  rawFee: bigint | undefined;
  contractAddress: Address | undefined;
}

export interface InternalTransfer {
  txIndex: number;
  txHash: Hash;
  /** In execution order, within the block. */
  index: number;
  from: Address;
  to: Address;
  rawAmount: bigint;
}

export interface Creation {
  txIndex: number;
  txHash: Hash;
  address: Address;
  creator: Address;
}
