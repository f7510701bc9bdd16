import type { Rpc } from "@portico/evm";
import {
  findBlockAfter,
  findBlockAt,
  findBlockByTime,
  findFirstBlock,
  listBlocksBefore,
  type BlockRef,
  type ChainSyncStatus,
} from "@portico/store";
import type { Deps } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";
import { afterLastBlock, allAvailable, beforeFirstBlock, headerUnavailable } from "./blockUnavailable.ts";
import { readState } from "./nodeState.ts";
import type { PastPoint } from "./pastPoint.ts";
import { findHeaderByTime, readHeader } from "./readHeader.ts";

type SyncStatus = Pick<ChainSyncStatus, "balances" | "chain" | "history" | "isScanned" | "startBlock">;
type BlockDeps = Pick<Deps, "chainRpcs" | "db">;

/** By slug. */
export type PastBlocks = ReadonlyMap<string, BlockRef>;

/**
 * The block of each chain that is synchronised, and has been scanned for the owner, at a past point. Where only blocks of
 * owners' histories are stored, it is read from the node.
 * @param syncStatuses - Of all served chains. @throws ServiceError block_unavailable, upstream_error if a
 * node fails, or invalid_params if the time is in the future.
 */
export async function findPastBlocks(
  deps: BlockDeps,
  chains: readonly string[],
  syncStatuses: readonly SyncStatus[],
  point: PastPoint,
): Promise<PastBlocks> {
  const ready = syncStatuses.filter(({ chain, isScanned }) => chains.includes(chain) && isScanned !== false);
  const latest = Math.max(Date.now() / 1000, ...ready.map(({ balances }) => balances?.timeAt ?? 0));
  if ("timeAt" in point && point.timeAt > latest) throw invalidParams({ time_at: "must not be in the future" });
  const found = await allAvailable(
    ready.map(async ({ chain, balances, startBlock, history }) => {
      if (balances === undefined) return [];
      const block = await findBlock(deps, { chain, head: balances.blockNumber, startBlock, history }, point);
      return [[chain, block] as const];
    }),
  );
  return new Map(found.flat());
}

interface IndexedRange extends Pick<SyncStatus, "chain" | "history" | "startBlock"> {
  /** The block of all balances. */
  readonly head: bigint;
}

async function findBlock(deps: BlockDeps, range: IndexedRange, point: PastPoint): Promise<BlockRef> {
  const { chain, startBlock, head, history } = range;
  if ("timeAt" in point) return await findByTime(deps, range, point.timeAt);
  const { block: blockNumber } = point;
  if (blockNumber > head) throw afterLastBlock(chain, blockNumber, head);
  if (blockNumber < startBlock) throw beforeFirstBlock(chain, `Block ${blockNumber}`, startBlock);
  const [block] = await listBlocksBefore(deps.db, chain, blockNumber + 1n, 1);
  if (block?.blockNumber === blockNumber) return block;
  if (history === undefined) {
    // where only owners are indexed, nothing of theirs changed since the stored block, at the earliest that of the first read
    if (block !== undefined && block.blockNumber >= startBlock - 1n) return block;
    throw beforeFirstBlock(chain, `Block ${blockNumber}`, startBlock);
  }
  return await readFromNode(deps, range, `Block ${blockNumber}`, (rpc) => readHeader(rpc, blockNumber));
}

async function findByTime(deps: BlockDeps, range: IndexedRange, timeAt: number): Promise<BlockRef> {
  const { chain, startBlock, head, history } = range;
  const newest = await findBlockByTime(deps.db, chain, timeAt);
  const stored = newest !== undefined && newest.blockNumber > head ? await findBlockAt(deps.db, chain, head) : newest;
  const isKnown = stored !== undefined && stored.blockNumber >= startBlock;
  const requested = `The time ${timeAt}`;
  if (history === undefined) {
    if (isKnown) return stored;
    throw beforeFirstBlock(chain, requested, startBlock);
  }
  const next = await findBlockAfter(deps.db, chain, stored?.blockNumber ?? -1n);
  if (isKnown && (next === undefined || next.blockNumber === stored.blockNumber + 1n)) return stored;
  // where only an owner's blocks are stored, there are others between
  const low = isKnown ? stored : await readFromNode(deps, range, requested, (rpc) => readHeader(rpc, startBlock));
  if (low.timeAt > timeAt || next === undefined) throw beforeFirstBlock(chain, requested, startBlock);
  return await readFromNode(deps, range, requested, (rpc) => findHeaderByTime(rpc, timeAt, { low, high: next }));
}

/** @throws ServiceError block_unavailable if no node has the block, upstream_error if it fails. */
async function readFromNode(
  { db, chainRpcs }: BlockDeps,
  { chain, startBlock }: IndexedRange,
  requested: string,
  read: (rpc: Rpc) => Promise<BlockRef | undefined>,
): Promise<BlockRef> {
  const rpc = chainRpcs.find(chain)?.rpc;
  const block =
    rpc &&
    (await readState(
      chain,
      read(rpc).then((found) => ({ found })),
    )); // a refusal is null
  if (block?.found !== undefined) return block.found;
  const first = await findFirstBlock(db, chain);
  const earliest = first !== undefined && first.blockNumber > startBlock ? first.blockNumber : startBlock;
  throw headerUnavailable(chain, requested, earliest);
}
