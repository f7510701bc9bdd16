import type { Rpc } from "@portico/evm";
import { advanceChain, inTransaction } from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import { findBlock, getBlock } from "./chainBlock.ts";
import { lockCursor } from "./cursor.ts";

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

/**
 * Forgets what came after the fork point: legs are deleted, and every balance that was read after it is to be read again
 * (one that was read before it and touched only in lost blocks does not exist: a touch makes it be read). The stored
 * `balances` block is left as it is until that is done.
 */
export async function rewind(db: Store, chain: string, cursor: BlockRef, fork: BlockRef): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, chain, cursor.blockNumber);
    const isAfter = ["block_number", ">", fork.blockNumber] as const;
    await tx
      .deleteFrom("leg")
      .where("chain", "=", chain)
      .where(...isAfter)
      .execute();
    await tx
      .insertInto("stale_balance")
      .columns(["chain", "owner", "token"])
      .expression((eb) =>
        eb
          .selectFrom("balance")
          .select(["chain", "owner", "token"])
          .where("chain", "=", chain)
          .where(...isAfter),
      )
      .onConflict((oc) => oc.doNothing())
      .execute();
    await advanceChain(tx, chain, { logs: fork });
  });
}
