import { advanceChain, analyzeLegs } from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { inMeteredTransaction } from "./meteredTransaction.ts";
import { readHeadPrices } from "../prices/head/headPrices.ts";
import type { StateReading } from "../state/statePart.ts";
import { readState } from "../state/stateParts.ts";
import { dropPrices } from "../prices/head/headWork.ts";

/** New blocks wait for a round, and so does other work that marks state stale. */
const ROUND_MS = 2_000;

/**
 * Reads and stores pages of state that is stale at the head, which must be the cursor: each is stored while the next is
 * read. The last page also stores prices and marks all balances as true at this block; until then the chain has no such
 * block, and requests for it wait.
 * @returns whether it was the last page.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function balanceRound(work: ChainWork, head: BlockRef): Promise<boolean> {
  if (work.legKey === "new") {
    await analyzeLegs(work.db);
    work.legKey = "known";
  }
  const until = performance.now() + ROUND_MS;
  let reading = await readState(work, head, undefined);
  for (;;) {
    const isOver = work.signal.aborted || performance.now() > until;
    const next = isOver ? undefined : reading.readNext?.();
    next?.catch(() => undefined); // thrown in its turn
    await storeReading(work, head, reading);
    if (next === undefined) return reading.isLast;
    reading = await next;
  }
}

async function storeReading(work: ChainWork, head: BlockRef, reading: StateReading): Promise<void> {
  const { chain } = work;
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
}
