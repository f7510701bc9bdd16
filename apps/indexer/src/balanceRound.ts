import { readBalances } from "@portico/evm";
import { advanceChain, inTransaction, replacePrices, takeStale, writeBalances } from "@portico/store";
import type { BalanceRead, BlockRef, Pair, Store } from "@portico/store";
import { getBlock } from "./chainBlock.ts";
import type { ChainWork } from "./chainWork.ts";
import { lockCursor } from "./cursor.ts";
import { forgetBalances } from "./forgetBalances.ts";
import { readPrices } from "./prices.ts";
import { ReorgError } from "./reorgError.ts";

/**
 * Reads stale balances at the head, which must be the cursor. When they fit a page, which is the rule, they, the prices
 * and "true at this block" are stored in one transaction; else a page is stored and the rest waits for the next round.
 * @returns whether every balance is true at the head now.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function balanceRound(work: ChainWork, head: BlockRef): Promise<boolean> {
  const { db, chain, rpc, queued, limits } = work;
  const pairs = await takeStale(db, chain.id, limits.balancePage);
  const isLast = pairs.length < limits.balancePage;
  const [rawAmounts, prices] = await Promise.all([
    readBalances(rpc, pairs, { blockNumber: head.blockNumber }),
    isLast ? readPrices(work, head) : undefined,
  ]);
  await checkCanonical(work, head);
  await inTransaction(db, async (tx) => {
    await lockCursor(tx, chain.id, head.blockNumber);
    await storePage(tx, chain.id, head.blockNumber, pairs, rawAmounts);
    if (prices === undefined) return;
    await replacePrices(tx, chain.id, prices);
    await advanceChain(tx, chain.id, { balances: head, targetBlock: head.blockNumber });
  });
  queued.clear();
  work.meter.advanceBalances(pairs.length);
  return isLast;
}

async function checkCanonical({ rpc }: ChainWork, { blockNumber, hash }: BlockRef): Promise<void> {
  const block = await getBlock(rpc, blockNumber);
  if (block.hash !== hash) throw new ReorgError(blockNumber);
}

/** What can't be read is unknown: such a pair has no row, rather than a zero or an old figure. */
async function storePage(
  tx: Store,
  chain: string,
  blockNumber: bigint,
  pairs: readonly Pair[],
  rawAmounts: readonly (bigint | null)[],
): Promise<void> {
  const known: BalanceRead[] = [];
  const unknown: Pair[] = [];
  for (const [index, pair] of pairs.entries()) {
    const rawAmount = rawAmounts[index] ?? null;
    if (rawAmount === null) unknown.push(pair);
    else known.push({ ...pair, rawAmount });
  }
  await writeBalances(tx, chain, blockNumber, known);
  await forgetBalances(tx, chain, unknown);
}
