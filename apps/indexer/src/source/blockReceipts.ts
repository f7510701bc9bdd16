import { createBloom } from "@portico/evm";
import type { Address, Bloom, Hash, Hex } from "@portico/evm";
import type { RpcLog } from "viem";
import { LogBatch } from "./logBatch.ts";

/** The receipts of a block, as parsed. */
export interface BlockReceipts {
  /** undefined if there are no receipts. */
  blockHash: Hash | undefined;
  receipts: NodeReceipt[];
  /** All of them, and those with a requested topic. */
  logs: { batch: LogBatch; picks: number[]; isComplete: true };
  gasUsed: bigint;
  /** The combined bloom of all receipts. */
  bloom: Bloom;
  /**
   * The same without receipts that used no gas, if it differs: Polygon's headers leave out the logs of such receipts.
   */
  paidBloom: Bloom | undefined;
  /** Why they are invalid. */
  flaw: string | undefined;
  /** Why their blooms are invalid. */
  bloomFlaw: string | undefined;
}

export const createBlockReceipts = (): BlockReceipts => ({
  blockHash: undefined,
  receipts: [],
  logs: { batch: new LogBatch(), picks: [], isComplete: true },
  gasUsed: 0n,
  bloom: createBloom(),
  paidBloom: undefined,
  flaw: undefined,
  bloomFlaw: undefined,
});

/** A receipt as returned by eth_getBlockReceipts, without its logs. */
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
  /** A rollup's fee for the data, wei. */
  l1Fee?: Hex | undefined;
  /** OP stack, since Isthmus; the third since Jovian. */
  operatorFeeScalar?: Hex | undefined;
  operatorFeeConstant?: Hex | undefined;
  daFootprintGasScalar?: Hex | undefined;
  contractAddress?: Address | null | undefined;
}

/** A receipt as returned by the node, with its logs. */
export interface WholeReceipt extends NodeReceipt {
  blockHash: Hash;
  blockNumber?: Hex;
  transactionIndex?: Hex;
  from?: Address;
  to?: Address | null;
  logs: RpcLog[];
  logsBloom?: Hex;
}
