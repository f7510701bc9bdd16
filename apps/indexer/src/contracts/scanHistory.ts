import { max, min } from "@portico/evm";
import type { ContractNames } from "@portico/protocols";
import {
  findChainState,
  findLinkScan,
  holdChain,
  inTransaction,
  listLinkCandidates,
  queueContractLinks,
} from "@portico/store";
import type { BlockRef, BlockSpan } from "@portico/store";
import type { SideWork } from "../sideWork.ts";

/** Number of blocks that are searched next: more while there is nothing to find. */
export interface ScanPace {
  blocks: bigint;
}

const MIN_BLOCKS = 50n;
const MAX_BLOCKS = 1_000n;

export const createScanPace = (): ScanPace => ({ blocks: MIN_BLOCKS });

/**
 * Searches the next blocks for contracts that histories point at, and queues those that nothing names: new blocks
 * first, then older ones, down to the first indexed one.
 * @returns false if all were searched.
 */
export async function scanNext(
  { db, chain }: Pick<SideWork, "chain" | "db">,
  names: ContractNames,
  head: BlockRef,
  pace: ScanPace,
): Promise<boolean> {
  const startBlock = (await findChainState(db, chain.slug))?.startBlock ?? 0n;
  const searched = await findLinkScan(db, chain.slug);
  const next = planScan(searched, { firstBlock: startBlock, lastBlock: head.blockNumber }, pace.blocks);
  if (next === undefined) return false;
  const candidates = await listLinkCandidates(db, chain.slug, next);
  const unnamed = candidates.filter(
    ({ address, creator }) =>
      names.find(chain.slug, address) === undefined &&
      (creator === null || names.findBy("creator", chain.slug, creator) === undefined),
  );
  const isStored = await inTransaction(db, async (tx) => {
    const isHead = await holdChain(tx, chain.slug, head);
    const addresses = unnamed.map(({ address }) => address);
    if (isHead) await queueContractLinks(tx, chain.slug, addresses, join(searched, next));
    return isHead;
  });
  pace.blocks = unnamed.length > 0 ? MIN_BLOCKS : min(pace.blocks * 2n, MAX_BLOCKS);
  return isStored;
}

/** @param searched - Undefined: nothing yet. */
export function planScan(searched: BlockSpan | undefined, all: BlockSpan, blocks: bigint): BlockSpan | undefined {
  if (all.lastBlock < all.firstBlock) return undefined;
  const { firstBlock, lastBlock } = searched ?? { firstBlock: all.lastBlock + 1n, lastBlock: all.lastBlock };
  if (lastBlock < all.lastBlock)
    return { firstBlock: lastBlock + 1n, lastBlock: min(lastBlock + blocks, all.lastBlock) };
  if (firstBlock > all.firstBlock)
    return { firstBlock: max(firstBlock - blocks, all.firstBlock), lastBlock: firstBlock - 1n };
  return undefined;
}

/** Of two spans that follow each other. */
const join = (one: BlockSpan | undefined, other: BlockSpan): BlockSpan =>
  one === undefined
    ? other
    : { firstBlock: min(one.firstBlock, other.firstBlock), lastBlock: max(one.lastBlock, other.lastBlock) };
