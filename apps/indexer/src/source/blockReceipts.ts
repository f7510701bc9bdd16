import { createBloom } from "@portico/evm";
import type { Address, Bloom, Hash, Hex } from "@portico/evm";
import type { RpcLog } from "viem";
import { LogBatch } from "./logBatch.ts";

/** What the receipts of a block tell. */
export interface BlockReceipts {
  /** undefined where there are no receipts. */
  blockHash: Hash | undefined;
  receipts: NodeReceipt[];
  /** All of them, and which are of the topics asked for. */
  logs: { batch: LogBatch; picks: number[] };
  gasUsed: bigint;
  /** All receipts' blooms as one. */
  bloom: Bloom;
  /** Without those of receipts that used no gas, where it isn't the same: such logs Polygon's headers leave out. */
  paidBloom: Bloom | undefined;
  /** Why they can't be true. */
  flaw: string | undefined;
  /** The same of their blooms. */
  bloomFlaw: string | undefined;
}

export const createBlockReceipts = (): BlockReceipts => ({
  blockHash: undefined,
  receipts: [],
  logs: { batch: new LogBatch(), picks: [] },
  gasUsed: 0n,
  bloom: createBloom(),
  paidBloom: undefined,
  flaw: undefined,
  bloomFlaw: undefined,
});

/** A receipt as eth_getBlockReceipts tells of it, without its logs. */
export interface NodeReceipt {
  transactionHash: Hash;
  status?: Hex | undefined;
  /** Before EIP-658. */
  root?: Hex | undefined;
  gasUsed: Hex;
  effectiveGasPrice?: Hex | undefined;
  /** EIP-4844. */
  blobGasUsed?: Hex | undefined;
  blobGasPrice?: Hex | undefined;
  /** What a rollup takes for the data, wei. */
  l1Fee?: Hex | undefined;
  contractAddress?: Address | null | undefined;
}

/** A receipt as the node tells of it, with its logs. */
export interface WholeReceipt extends NodeReceipt {
  blockHash: Hash;
  logs: RpcLog[];
  logsBloom?: Hex;
}
