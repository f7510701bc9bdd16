import {
  advanceChain,
  ensureLegKey,
  insertTokenLogs,
  markOperatorsStale,
  rewindChain,
  writeOwnerEvents,
} from "@portico/store";
import type { BlockRef } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";
import { inMeteredTransaction } from "./meteredTransaction.ts";
import { readHeadPrices } from "../prices/head/headPrices.ts";
import { listNamedOperators } from "../state/operatorApprovals.ts";
import { addKeptRanges } from "../retention/keptRanges.ts";
import { readState } from "../state/stateParts.ts";
import { settle } from "./settle.ts";
import type { RangeStep } from "./writeRange.ts";
import { rememberRange, storeFeeRecipients, storeRange } from "./writeRange.ts";
import { dropPrices } from "../prices/head/headWork.ts";

export interface HeadStep extends RangeStep {
  /** Data after this block is deleted first: the range replaces it. */
  fork?: BlockRef;
}

/**
 * Stores the range that reaches the head together with all its effects, in one transaction: its contents, all state
 * that is stale at the head, prices, and both cursors. So a reader never sees a transfer without its balances, or data
 * of two forks.
 * @returns false if that is more than a page, or likely to be, as after a first backfill: then nothing is stored.
 * @throws ReorgError when the head is no longer the chain's.
 */
export async function writeHead(work: ChainWork, { cursor, range, head, fork }: HeadStep): Promise<boolean> {
  const { chain } = work;
  if (await ensureKey(work)) return false;
  await addKeptRanges(work, head.blockNumber, head.blockNumber);
  const count = await inMeteredTransaction(work, async (tx) => {
    const within = { ...work, db: tx };
    await work.lock(tx, cursor?.blockNumber);
    if (fork !== undefined) await rewindChain(tx, chain.slug, fork);
    await markOperatorsStale(tx, chain.slug, listNamedOperators(range, work.operatorContracts));
    const changed = { ...range, named: await insertTokenLogs(tx, chain.slug, range.tokenLogs) };
    const [state, prices] = await settle(readState(within, head, changed), readHeadPrices(within, head, range));
    if (!state.isLast) throw new TooMuchError();
    await storeRange(tx, chain.slug, range);
    await storeFeeRecipients(tx, work, range);
    await state.store(tx);
    await prices.store(tx);
    await writeOwnerEvents(tx, chain.slug, { after: (fork ?? cursor)?.blockNumber, to: head.blockNumber });
    await advanceChain(tx, chain.slug, { logs: head, balances: head, targetBlock: head.blockNumber });
    return state.count;
  }).catch((error: unknown) => {
    dropPrices(work.prices);
    if (error instanceof TooMuchError) return undefined;
    throw error;
  });
  if (count === undefined) return false;
  rememberRange(work, range);
  work.queued.clear();
  work.meter.advanceLogs(head, range);
  work.meter.advanceBalances(count);
  return true;
}

/** Call it before balances are stored, or anything is rewound. @returns whether the key was missing. */
export async function ensureKey(work: ChainWork): Promise<boolean> {
  if (work.legKey !== "unknown") return false;
  const isBuilt = await ensureLegKey(work.db, {
    onProgress: ({ phase, share }) => {
      const percent = share === undefined ? undefined : Math.round(share * 100);
      work.log.info({ phase, percent }, "the key of legs is built: until then no block is stored");
    },
  });
  work.legKey = isBuilt ? "new" : "known";
  return isBuilt;
}

/** Rolls the transaction back. */
class TooMuchError extends Error {
  override readonly name = "TooMuchError";
}
