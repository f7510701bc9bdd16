import { isBytes } from "@portico/evm";
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
  if (typeof address !== "string" || !isHex(address, 20)) return "a log has no address";
  if (!Array.isArray(topics) || !topics.every((topic) => isHex(topic, 32))) return "a topic of a log is not 32 bytes";
  return isBytes(data) ? undefined : "the data of a log is not bytes";
}

/** By hand: a regular expression takes four times as long for texts this short. */
function isHex(text: unknown, bytes: number): boolean {
  if (typeof text !== "string" || text.length !== 2 + 2 * bytes || !text.startsWith("0x")) return false;
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code | 0x20; // in lower case
    if (!((code >= 48 && code <= 57) || (letter >= 97 && letter <= 102))) return false;
  }
  return true;
}
