import { findBlockAt, findBlockByTime, type BlockRef, type ChainSyncStatus, type Store } from "@portico/store";
import { invalidParams } from "../../errors.ts";
import { afterLastBlock, beforeFirstBlock } from "./blockUnavailable.ts";
import type { PastPoint } from "./pastPoint.ts";

type SyncStatus = Pick<ChainSyncStatus, "balances" | "chain" | "isScanned" | "startBlock">;

/** By slug. */
export type PastBlocks = ReadonlyMap<string, BlockRef>;

/**
 * The block of each chain that is synchronised, and has been scanned for the owner, at a past point.
 * @param syncStatuses - Of all served chains. @throws ServiceError block_unavailable, or invalid_params if the time is in
 * the future.
 */
export async function findPastBlocks(
  db: Store,
  chains: readonly string[],
  syncStatuses: readonly SyncStatus[],
  point: PastPoint,
): Promise<PastBlocks> {
  const ready = syncStatuses.filter(({ chain, isScanned }) => chains.includes(chain) && isScanned !== false);
  const latest = Math.max(Date.now() / 1000, ...ready.map(({ balances }) => balances?.timeAt ?? 0));
  if ("timeAt" in point && point.timeAt > latest) throw invalidParams({ time_at: "must not be in the future" });
  const found = await Promise.all(
    ready.map(async ({ chain, balances, startBlock }) => {
      if (balances === undefined) return [];
      const block = await findBlock(db, { chain, head: balances.blockNumber, startBlock }, point);
      return [[chain, block] as const];
    }),
  );
  return new Map(found.flat());
}

interface IndexedRange {
  readonly chain: string;
  readonly startBlock: bigint;
  /** The block of all balances. */
  readonly head: bigint;
}

async function findBlock(db: Store, { chain, startBlock, head }: IndexedRange, point: PastPoint): Promise<BlockRef> {
  if ("block" in point) {
    const { block: blockNumber } = point;
    if (blockNumber > head) throw afterLastBlock(chain, blockNumber, head);
    const block = await findBlockAt(db, chain, blockNumber);
    if (block === undefined || blockNumber < startBlock)
      throw beforeFirstBlock(chain, `Block ${blockNumber}`, startBlock);
    return block;
  }
  const block = await findBlockByTime(db, chain, point.timeAt);
  const known = block !== undefined && block.blockNumber > head ? await findBlockAt(db, chain, head) : block;
  if (known === undefined || known.blockNumber < startBlock)
    throw beforeFirstBlock(chain, `The time ${point.timeAt}`, startBlock);
  return known;
}
