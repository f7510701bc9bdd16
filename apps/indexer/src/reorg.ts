import type { Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import { findBlock, getBlock } from "./chainBlock.ts";

/** Blocks that were seen lately, so that a fork point can be found by their hashes. */
export interface RecentBlocks {
  add(blocks: readonly BlockRef[]): void;
  /** Newest first. */
  listBefore(blockNumber: bigint): BlockRef[];
  dropAfter(blockNumber: bigint): void;
}

const REMEMBERED = 256;

export function createRecentBlocks(): RecentBlocks {
  let recent: BlockRef[] = [];
  return {
    add: (blocks) => {
      recent = [...recent, ...blocks.slice(-REMEMBERED)].slice(-REMEMBERED);
    },
    listBefore: (blockNumber) => recent.filter((block) => block.blockNumber < blockNumber).toReversed(),
    dropAfter: (blockNumber) => {
      recent = recent.filter((block) => block.blockNumber <= blockNumber);
    },
  };
}

/**
 * The newest block, at or before the cursor, that this chain and what was read before have in common. Among the blocks
 * of this run it is exact; when none of them is left (a restart, or a deeper reorg) it is 256 blocks before the cursor.
 */
export async function findForkPoint(
  rpc: Rpc,
  recent: RecentBlocks,
  { cursor, startBlock }: { cursor: bigint; startBlock: bigint },
): Promise<BlockRef> {
  const known = recent.listBefore(cursor);
  const current = await Promise.all(known.map(({ blockNumber }) => findBlock(rpc, blockNumber)));
  const common = known.find(({ hash }, index) => current[index]?.hash === hash);
  if (common !== undefined) return common;
  const lowest = startBlock > 0n ? startBlock - 1n : 0n;
  const guess = cursor - BigInt(REMEMBERED);
  const { blockNumber, hash, timeAt } = await getBlock(rpc, guess > lowest ? guess : lowest);
  return { blockNumber, hash, timeAt };
}
