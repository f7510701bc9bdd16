import {
  advanceChain,
  copyLegs,
  inTransaction,
  listHolders,
  lockCursor,
  takeStale,
  upsertTokens,
} from "@portico/store";
import type { Pair } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { readAtHead, storeReading } from "./headReading.ts";
import { createPairSet } from "./pairSet.ts";
import type { DescribedRange, RangeStep } from "./writeRange.ts";
import { rememberRange } from "./writeRange.ts";

/**
 * Stores the range that reaches the head together with all that it changes, in one transaction: its legs, every balance
 * that is not true at the head, prices, and both cursors. So a reader never sees a transfer without its balances.
 * @returns false when that is more than a page of balances: then nothing is stored.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function writeHead(work: ChainWork, { cursor, range, head }: RangeStep): Promise<boolean> {
  const { db, chain } = work;
  const pairs = await listUntrue(work, range);
  if (pairs === undefined) return false;
  const reading = await readAtHead(work, head, { pairs, withPrices: true });
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, chain.id, cursor?.blockNumber);
    await copyLegs(tx, chain.id, range.legs);
    await upsertTokens(tx, range.tokens);
    await storeReading(tx, chain.id, reading);
    await advanceChain(tx, chain.id, { logs: head, balances: head, targetBlock: head.blockNumber });
  });
  rememberRange(work, range);
  work.queued.clear();
  work.meter.advanceLogs(head, range);
  work.meter.advanceBalances(pairs.length);
  return true;
}

/** What the range touches and what was touched before it. @returns undefined when it is more than a page. */
async function listUntrue({ db, chain, limits }: ChainWork, range: DescribedRange): Promise<Pair[] | undefined> {
  const limit = limits.balancePage;
  if (range.pairs.size >= limit) return undefined;
  const pairs = createPairSet();
  for (const { owner, token } of range.pairs.list()) pairs.add(owner, token);
  for (const { owner, token } of await takeStale(db, chain.id, limit)) pairs.add(owner, token);
  for (const token of range.rebased) {
    for (const owner of await listHolders(db, chain.id, token, limit)) pairs.add(owner, token);
  }
  return pairs.size < limit ? pairs.list() : undefined;
}
