import type { Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import { getBlock } from "../../source/blockRef.ts";

/** Finds blocks by time, and caches those it has read. */
export interface BlockTimes {
  /** The newest block at or before a time; undefined if even block 0 is later. */
  find(timeAt: number): Promise<BlockRef | undefined>;
}

/** The first step back, doubled each time: unneeded old blocks may be unavailable. */
const FIRST_STEP = 1_000n;

/** @param newest - A block later than every requested time. */
export function createBlockTimes(rpc: Rpc, newest: BlockRef): BlockTimes {
  const known = [newest]; // ascending by number
  const read = async (blockNumber: bigint): Promise<BlockRef> => {
    const block = await getBlock(rpc, blockNumber);
    const at = known.findIndex((one) => one.blockNumber > blockNumber);
    known.splice(at, 0, block);
    return block;
  };
  return {
    async find(timeAt) {
      for (let step = FIRST_STEP; known[0]!.timeAt > timeAt; step *= 2n) {
        const { blockNumber } = known[0]!;
        if (blockNumber === 0n) return undefined;
        await read(blockNumber > step ? blockNumber - step : 0n);
      }
      for (let isHalving = false; ; isHalving = !isHalving) {
        const index = known.findLastIndex((block) => block.timeAt <= timeAt);
        const [low, high] = [known[index]!, known[index + 1]];
        if (high === undefined || high.blockNumber - low.blockNumber <= 1n) return low;
        await read(isHalving ? (low.blockNumber + high.blockNumber) / 2n : interpolate(low, high, timeAt));
      }
    },
  };
}

/** Assumes equal block intervals. Strictly between the two. */
function interpolate(low: BlockRef, high: BlockRef, timeAt: number): bigint {
  const share = (timeAt - low.timeAt) / Math.max(1, high.timeAt - low.timeAt);
  const guess = low.blockNumber + BigInt(Math.floor(Number(high.blockNumber - low.blockNumber) * share));
  if (guess <= low.blockNumber) return low.blockNumber + 1n;
  return guess >= high.blockNumber ? high.blockNumber - 1n : guess;
}
