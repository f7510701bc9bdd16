import { advanceChain } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { inMeteredTransaction } from "./meteredTransaction.ts";
import { readHeadPrices } from "../prices/head/headPrices.ts";
import { readState } from "../state/stateParts.ts";
import { dropPrices } from "../prices/head/headWork.ts";

/**
 * Reads and stores a page of state that is stale at the head, which must be the cursor. The last page also stores
 * prices and marks all balances as true at this block; until then the chain has no such block, and requests for it
 * wait.
 * @returns whether it was the last page.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function balanceRound(work: ChainWork, head: BlockRef): Promise<boolean> {
  const { chain } = work;
  const reading = await readState(work, head, undefined);
  const prices = reading.isLast ? await readHeadPrices(work, head, undefined) : undefined;
  await inMeteredTransaction(work, async (tx) => {
    await work.lock(tx, head.blockNumber);
    await reading.store(tx);
    await prices?.store(tx);
    await advanceChain(tx, chain.slug, { balances: reading.isLast ? head : null, targetBlock: head.blockNumber });
  }).catch((error: unknown) => {
    dropPrices(work.prices);
    throw error;
  });
  work.queued.clear();
  work.stateReadAt = performance.now();
  work.meter.advanceBalances(reading.count);
  return reading.isLast;
}
