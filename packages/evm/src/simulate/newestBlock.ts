import type { Address, Hex } from "viem";
import { isFixedBytes } from "../isBytes.ts";
import type { Rpc } from "../rpc.ts";
import { isQuantity } from "./quantity.ts";
import type { SimulatedBlock } from "./simulation.ts";

interface RpcBlock {
  number: Hex;
  timestamp: Hex;
  gasLimit: Hex;
  baseFeePerGas?: unknown;
  miner?: unknown;
  difficulty?: unknown;
  mixHash?: unknown;
}

/** The latest block, to simulate after. */
export async function readNewestBlock(rpc: Rpc): Promise<SimulatedBlock> {
  const { number, timestamp, gasLimit, baseFeePerGas, miner, difficulty, mixHash } = await rpc.send<RpcBlock>({
    method: "eth_getBlockByNumber",
    params: ["latest", false],
    check: (block: Partial<RpcBlock> | null) => {
      if (!isQuantity(block?.number) || !isQuantity(block.timestamp) || !isQuantity(block.gasLimit))
        throw new TypeError("eth_getBlockByNumber returned no block");
    },
  });
  // before the merge difficulty is part of the proof of work, and nodes treat a chain without it as merged
  const isMerged = isQuantity(difficulty) && BigInt(difficulty) === 0n;
  return {
    blockNumber: BigInt(number),
    timeAt: Number(timestamp),
    gasLimit: BigInt(gasLimit),
    baseFee: isQuantity(baseFeePerGas) ? BigInt(baseFeePerGas) : undefined,
    producer: isFixedBytes(miner, 20) ? (miner.toLowerCase() as Address) : undefined,
    randomness: isMerged && isFixedBytes(mixHash, 32) ? mixHash : undefined,
  };
}
