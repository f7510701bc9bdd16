import { advanceChain, copyLegs, inTransaction, markHoldersStale, touchBalances, upsertTokens } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { DescribedRange } from "./catchUp.ts";
import type { ChainWork } from "./chainWork.ts";
import { lockCursor } from "./cursor.ts";

const REMEMBERED_PAIRS = 100_000;

/** Stores a range, and the cursor behind it, in one transaction. @returns the new cursor. */
export async function writeRange(
  { db, chain, knownTokens, queued, recent }: ChainWork,
  { cursor, range, head }: { cursor: BlockRef | undefined; range: DescribedRange; head: BlockRef },
): Promise<BlockRef> {
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
  recent.add(range.blocks);
  for (const { address } of tokens) knownTokens.add(address);
  if (queued.size > REMEMBERED_PAIRS) queued.clear();
  for (const { owner, token } of pairs) queued.add(owner, token);
  return logs;
}
