import { max } from "@portico/evm";
import {
  addPartitions,
  assertLease,
  findChainState,
  dropUnfinishedChecks,
  ensureLegKey,
  inTransaction,
  partitionChain,
  setRetention,
} from "@portico/store";
import type { Lease } from "@portico/store";
import type { SideWork } from "../sideWork.ts";

/** How much is kept of a chain. */
export interface Keeping {
  /** So many of the newest blocks are kept; undefined: all. */
  keepBlocks?: bigint | undefined;
  /** Whether legs and transactions of later blocks are stored in partitions by range, which are dropped as a whole. */
  isPartitioned?: boolean | undefined;
}

const PARTS = 8n;
const MIN_RANGE = 64n;

/**
 * Blocks per partition: so many more than are to be kept may be stored. More while many blocks are to be stored at once;
 * undefined: as before.
 */
function toRange(keepBlocks: bigint | undefined, missing: bigint): bigint | undefined {
  if (keepBlocks === undefined) return undefined;
  return max(MIN_RANGE, max(keepBlocks, missing) / PARTS);
}

/** Sets how many blocks are kept, if the store has another number. What was dropped stays dropped. */
export async function ensureRetention(
  job: Keeping & Pick<SideWork, "chain" | "db" | "log"> & { lease?: Lease | undefined },
  head: bigint,
): Promise<void> {
  const { db, chain, lease, log, keepBlocks, isPartitioned = false } = job;
  const isChanged = await inTransaction(db, async (tx) => {
    if (lease !== undefined) await assertLease(tx, lease);
    return await setRetention(tx, chain.slug, keepBlocks);
  });
  if (isChanged) log.info({ keepBlocks: keepBlocks ?? "all" }, "changed how many blocks are kept");
  const size = toRange(keepBlocks, 0n);
  if (size === undefined || !isPartitioned) return await dropUnfinishedChecks(db, chain.slug);
  await ensureLegKey(db);
  const { logs, startBlock } = (await findChainState(db, chain.slug))!;
  const firstBlock = logs === undefined ? startBlock : logs.blockNumber + 1n;
  await partitionChain(db, chain.slug, { firstBlock, size: toRange(keepBlocks, head - firstBlock) ?? size });
}

/** Adds partitions up to a block that is stored next, and one more. None where the chain has none. */
export async function addKeptRanges(
  work: Keeping & Pick<SideWork, "chain" | "db"> & { partitionedTo: bigint | undefined },
  block: bigint,
  head: bigint,
): Promise<void> {
  if (work.partitionedTo === undefined || block < work.partitionedTo) return;
  const size = toRange(work.keepBlocks, head - block);
  work.partitionedTo = await addPartitions(work.db, work.chain.slug, { upTo: block, size });
}
