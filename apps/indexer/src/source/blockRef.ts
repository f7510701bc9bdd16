import type { Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import { numberToHex } from "viem";
import { readHeader } from "./readHeader.ts";
import type { NodeBlock } from "./readHeader.ts";

/**
 * A block's number, hash and time.
 * @throws if the node lacks the block.
 */
export async function getBlock(rpc: Rpc, block: bigint | "latest"): Promise<BlockRef> {
  const found = await findBlock(rpc, block);
  if (found === undefined) throw new Error(`The node has no block ${block}`);
  return found;
}

export async function findBlock(rpc: Rpc, block: bigint | "latest"): Promise<BlockRef | undefined> {
  const at = block === "latest" ? block : numberToHex(block);
  const read = (answer: NodeBlock | null): BlockRef | undefined => {
    if (answer === null) return undefined;
    const number = block === "latest" ? BigInt(answer.number) : block;
    const { blockNumber, hash, timeAt } = readHeader(number, answer, false);
    return { blockNumber, hash, timeAt };
  };
  return read(
    await rpc.send<NodeBlock | null>({
      method: "eth_getBlockByNumber",
      params: [at, false],
      check: (answer) => void read(answer),
    }),
  );
}
