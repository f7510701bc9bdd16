import { advanceChain, inTransaction, lockCursor, takeStale } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { readAtHead, storeReading } from "./headReading.ts";

/**
 * Reads a page of stale balances at the head, which must be the cursor, and stores it. With the last page go the prices
 * and "every balance is true at this block"; until then the chain has no such block, and answers for it wait.
 * @returns whether it was the last page.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function balanceRound(work: ChainWork, head: BlockRef): Promise<boolean> {
  const { db, chain, queued, limits } = work;
  const pairs = await takeStale(db, chain.id, limits.balancePage);
  const isLast = pairs.length < limits.balancePage;
  const reading = await readAtHead(work, head, { pairs, withPrices: isLast });
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, chain.id, head.blockNumber);
    await storeReading(tx, chain.id, reading);
    await advanceChain(tx, chain.id, { balances: isLast ? head : null, targetBlock: head.blockNumber });
  });
  queued.clear();
  work.meter.advanceBalances(pairs.length);
  return isLast;
}
