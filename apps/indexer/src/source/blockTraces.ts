import type { Address, Hash } from "@portico/evm";
import type { Creation, InternalTransfer } from "./sourceBlock.ts";

/** The traces of a block, as parsed. */
export interface BlockTraces {
  /** undefined if the traces name no block. */
  blockHash: Hash | undefined;
  /** Of the transactions that have traces, in order. */
  transactionHashes: (Hash | undefined)[];
  internalTransfers: InternalTransfer[];
  creations: Creation[];
  rewards: { address: Address; rawAmount: bigint }[];
  /** Why they are invalid. */
  flaw: string | undefined;
  /** Set if the number of traces differs from the reported one; some nodes always miscount. */
  miscount: string | undefined;
}

export const createBlockTraces = (): BlockTraces => ({
  blockHash: undefined,
  transactionHashes: [],
  internalTransfers: [],
  creations: [],
  rewards: [],
  flaw: undefined,
  miscount: undefined,
});
