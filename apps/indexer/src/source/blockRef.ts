import type { Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import { numberToHex } from "viem";

/** A block's number, hash and time. @throws when the node lacks the block. */
export async function getBlock(rpc: Rpc, block: bigint | "latest"): Promise<BlockRef> {
  const found = await findBlock(rpc, block);
  if (found === undefined) throw new Error(`The node has no block ${block}`);
  return found;
}

export async function findBlock(rpc: Rpc, block: bigint | "latest"): Promise<BlockRef | undefined> {
  const at = block === "latest" ? block : numberToHex(block);
  const answer = await rpc.request({ method: "eth_getBlockByNumber", params: [at, false] });
  if (answer === null) return undefined;
  const { number, hash, timestamp } = answer;
  if (number === null || hash === null) throw new Error("The node answered with a pending block");
  return { blockNumber: BigInt(number), hash, timeAt: Number(timestamp) };
}
