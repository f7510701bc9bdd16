import type { Rpc } from "@portico/evm";
import { listBlocksBefore } from "@portico/store";
import type { BlockRef, Store } from "@portico/store";
import { findBlock, getBlock } from "../source/blockRef.ts";

/** Most reorgs are a few blocks deep; for deeper ones the step grows. */
const FIRST_STEP = 8;
const LARGEST_STEP = 256;

export interface ForkQuery {
  db: Store;
  rpc: Rpc;
  chain: string;
  /** The newest stored block, which the chain no longer has. */
  cursor: bigint;
  startBlock: bigint;
}

/** Blocks before the oldest replaced one that may have been replaced, too, where the store has none of them. */
const MARGIN = 256n;

/**
 * The newest block that the chain and the store have in common, exact at any depth: every stored block has its hash. If
 * there is none it is the block before the start, and everything is read again. Where the store has only some blocks, as
 * those of owners' histories, it is at most MARGIN blocks before the oldest that was replaced.
 */
export async function findForkPoint({ db, rpc, chain, cursor, startBlock }: ForkQuery): Promise<BlockRef> {
  let [before, step] = [cursor + 1n, FIRST_STEP];
  let replaced: bigint | undefined;
  for (;;) {
    const stored = await listBlocksBefore(db, chain, before, step);
    const current = await Promise.all(stored.map(({ blockNumber }) => findBlock(rpc, blockNumber)));
    if (stored[0]?.blockNumber === cursor && current[0]?.hash === stored[0].hash) return stored[0];
    // the history of an owner may have stored a block of the new branch: the fork is before all replaced ones
    const last = stored.findLastIndex(({ hash }, index) => current[index]?.hash !== hash);
    replaced = stored[last]?.blockNumber ?? replaced;
    const common = stored[last + 1];
    if (common !== undefined) {
      const nearest = (replaced ?? cursor) - MARGIN;
      return common.blockNumber >= nearest ? common : await getBlock(rpc, nearest);
    }
    const oldest = stored.at(-1);
    if (oldest === undefined) return getBlock(rpc, startBlock > 0n ? startBlock - 1n : 0n);
    before = oldest.blockNumber;
    step = Math.min(step * 4, LARGEST_STEP);
  }
}
