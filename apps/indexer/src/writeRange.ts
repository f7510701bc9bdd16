import {
  advanceChain,
  copyLegs,
  inTransaction,
  lockCursor,
  markHoldersStale,
  touchBalances,
  upsertTokens,
} from "@portico/store";
import type { BlockRef, Token } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import type { Range } from "./range.ts";

const REMEMBERED_PAIRS = 100_000;

/** A range with the tokens that the store may not describe yet. */
export interface DescribedRange extends Range {
  tokens: readonly Token[];
}

/** A range that follows the cursor, on the way to the head. */
export interface RangeStep {
  cursor: BlockRef | undefined;
  range: DescribedRange;
  head: BlockRef;
}

/** Stores a range, which balances it made stale and the cursor behind it, in one transaction. @returns the new cursor. */
export async function writeRange(work: ChainWork, { cursor, range, head }: RangeStep): Promise<BlockRef> {
  const { db, chain, knownTokens, queued } = work;
  const logs = range.blocks.at(-1);
  if (logs === undefined) throw new RangeError("A range holds at least one block");
  const pairs = range.pairs.list().filter((pair) => !queued.has(pair));
  const tokens = range.tokens.filter(({ address }) => !knownTokens.has(address));
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, chain.id, cursor?.blockNumber);
    await copyLegs(tx, chain.id, range.legs);
    await touchBalances(tx, chain.id, pairs);
    for (const token of range.rebased) await markHoldersStale(tx, chain.id, token);
    await upsertTokens(tx, tokens);
    await advanceChain(tx, chain.id, { logs, targetBlock: head.blockNumber });
  });
  rememberRange(work, range);
  if (queued.size > REMEMBERED_PAIRS) queued.clear();
  for (const { owner, token } of pairs) queued.add(owner, token);
  work.meter.advanceLogs(logs, range);
  return logs;
}

/** Learns from a range that is stored. */
export function rememberRange({ recent, knownTokens }: ChainWork, range: DescribedRange): void {
  recent.add(range.blocks);
  for (const { address } of range.tokens) knownTokens.add(address);
}
