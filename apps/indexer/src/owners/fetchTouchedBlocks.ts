import type { BlockRef } from "@portico/store";
import { createChanges } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { packBlocks } from "../chain/packedRange.ts";
import type { PackedRange } from "../chain/packedRange.ts";
import { ReorgError } from "../chain/reorgError.ts";
import { decodeUnnamed } from "../decode/decodeLogs.ts";
import { findBlock } from "../source/blockRef.ts";
import { LogBatch } from "../source/logBatch.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import type { TouchedBlocks } from "./findTouchedBlocks.ts";

/** A part of a range: it ends with a touched block, or with the head. */
export interface TouchedPart {
  /** The block before; undefined: that before the range. */
  after: bigint | undefined;
  numbers: readonly bigint[];
  isLast: boolean;
}

const BLOCKS_AT_ONCE = 64;

/** At least one part: the last. */
export function listTouchedParts({ numbers }: TouchedBlocks): TouchedPart[] {
  const count = Math.max(1, Math.ceil(numbers.length / BLOCKS_AT_ONCE));
  return Array.from({ length: count }, (_, at) => {
    const first = at * BLOCKS_AT_ONCE;
    const isLast = at === count - 1;
    return { after: numbers[first - 1], numbers: numbers.slice(first, first + BLOCKS_AT_ONCE), isLast };
  });
}

/**
 * Reads the touched blocks of a part in full, so that what is stored is the same as if all were; the others in it have
 * nothing to store. Events of the part that name no owner are added as of its end.
 * @throws ReorgError when a block is no longer the one that was found.
 */
export async function fetchTouchedPart(
  work: ChainWork,
  touched: TouchedBlocks,
  { after, numbers, isLast }: TouchedPart,
  head: BlockRef,
): Promise<PackedRange> {
  const [before, ...fetched] = await Promise.all([
    after === undefined ? undefined : findBlock(work.rpc, after),
    ...numbers.map((number) => work.source.fetchBlocks(number, number)),
  ]);
  const blocks = fetched.flat();
  for (const { blockNumber, hash } of blocks) {
    if ((touched.hashes.get(blockNumber) ?? hash) !== hash) throw new ReorgError(blockNumber);
  }
  if (isLast && blocks.at(-1)?.blockNumber !== head.blockNumber) blocks.push(toEmptyBlock(head));
  const { chain, tokenTable: known, owners } = work;
  const parentHash = after === undefined ? touched.parentHash : before?.hash;
  if (parentHash === undefined) throw new ReorgError(after!);
  const range = { ...packBlocks(chain, blocks, { known, owners }), parentHash };
  addUnnamed(work, range, touched.logs, after);
  return range;
}

const toEmptyBlock = (block: BlockRef): SourceBlock => ({
  ...block,
  parentHash: block.hash, // replaced by that of the range
  miner: undefined,
  withdrawals: [],
  rewards: [],
  transactions: [],
  logs: { batch: new LogBatch(0), picks: [] },
  internalTransfers: [],
  creations: [],
});

function addUnnamed(
  { chain }: ChainWork,
  range: PackedRange,
  logs: readonly LogBatch[],
  after: bigint | undefined,
): void {
  const changes = createChanges();
  const block = range.blocks.at(-1)!;
  for (const batch of logs) decodeUnnamed(chain, { batch, after, block }, changes);
  for (const [key, observation] of changes.observations) range.observations.set(key, observation);
  for (const token of changes.moved) range.moved.add(token);
  for (const [token, rebase] of changes.rebased) if (!range.rebased.has(token)) range.rebased.set(token, rebase);
  for (const contract of changes.upgraded) range.upgraded.add(contract);
  for (const [contract, refresh] of changes.refreshes) range.refreshes.set(contract, refresh);
}
