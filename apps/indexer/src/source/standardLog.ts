import { isBytes, isFixedBytes } from "@portico/evm";
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

/** What in a log no node can mean; undefined: it can be read. */
export function findLogFlaw({ address, topics, data }: RpcLog): string | undefined {
  if (typeof address !== "string" || !isFixedBytes(address, 20)) return "a log has no address";
  if (!Array.isArray(topics) || !topics.every((topic) => isFixedBytes(topic, 32)))
    return "a topic of a log is not 32 bytes";
  return isBytes(data) ? undefined : "the data of a log is not bytes";
}
