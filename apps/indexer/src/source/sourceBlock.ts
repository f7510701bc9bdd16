import type { Address, Hash, Hex } from "@portico/evm";
import type { BlockLogs } from "./blockLogs.ts";

/** A block as a chain's node tells of it, checked, and in the units of the code. Addresses are in lower case. */
export interface SourceBlock {
  blockNumber: bigint;
  hash: Hash;
  parentHash: Hash;
  /** Unix seconds. */
  timeAt: number;
  /** Who got the fees, and the reward if there is one. */
  miner: Address | undefined;
  /** Wei that the consensus layer paid out (EIP-4895). */
  withdrawals: readonly { address: Address; rawAmount: bigint }[];
  /** Wei that traces of type "reward" name. */
  rewards: readonly { address: Address; rawAmount: bigint }[];
  /** Empty when only events are read. */
  transactions: readonly SourceTransaction[];
  /** Of the topics asked for, in order. */
  logs: BlockLogs;
  /** Wei moved within transactions, reverted ones left out; the transactions' own values are not among them. */
  internalTransfers: readonly InternalTransfer[];
  /** Contracts that transactions and contracts created, reverted ones left out. */
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
  /** Calldata, whole. */
  input: Hex;
  /** undefined where no receipts are read. */
  receipt: SourceReceipt | undefined;
}

export interface SourceReceipt {
  /** undefined where the receipt has no status (before EIP-658), and all gas was used. */
  isSuccess: boolean | undefined;
  gasUsed: bigint;
  /** Wei: gasUsed × effectiveGasPrice, and what a rollup adds (`l1Fee`). */
  rawFee: bigint;
  contractAddress: Address | undefined;
}

export interface InternalTransfer {
  txIndex: number;
  txHash: Hash;
  /** In the order of execution, within the block. */
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
