import type { Address, Hash } from "@portico/evm";
import type { RpcLog } from "viem";

/** A log without what only some nodes add, its address in lower case; its texts shared with others of its block. */
export const standardLog = (
  { address, topics, data, blockNumber, transactionIndex, logIndex }: RpcLog,
  blockHash: Hash,
  transactionHash: Hash | null,
): RpcLog => ({
  address: address.toLowerCase() as Address,
  topics,
  data,
  blockHash,
  blockNumber,
  transactionHash,
  transactionIndex,
  logIndex,
  removed: false,
});
