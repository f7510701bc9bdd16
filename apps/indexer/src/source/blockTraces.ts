import type { Address, Hash } from "@portico/evm";
import type { Creation, InternalTransfer } from "./sourceBlock.ts";

/** What the traces of a block tell. */
export interface BlockTraces {
  /** undefined where the traces name no block. */
  blockHash: Hash | undefined;
  /** Of the transactions that have traces, in order. */
  transactionHashes: (Hash | undefined)[];
  internalTransfers: InternalTransfer[];
  creations: Creation[];
  rewards: { address: Address; rawAmount: bigint }[];
  /** Why they can't be true. */
  flaw: string | undefined;
  /** Where the number of traces is not the one that they tell; some nodes always miscount. */
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
