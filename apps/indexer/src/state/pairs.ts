import { listHolders, takeStale, writeBalances } from "@portico/store";
import type { BlockRef, Pair, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { createPairSet } from "../chain/pairSet.ts";
import { readPairAllowances } from "./allowances.ts";
import { readOnceBalances } from "./readOnceBalances.ts";
import type { StatePart } from "./statePart.ts";

/** Owners' balances of tokens and the native coin, with their allowances. */
export const pairs: StatePart = {
  name: "pairs",
  async read(work, head, range) {
    const limit = work.limits.balancePage;
    const stale = range === undefined ? undefined : await listChangedPairs(work, range, limit);
    if (range !== undefined && stale === undefined) return TOO_MANY;
    const page = stale ?? (await takeStale(work.db, work.chain.slug, limit));
    const [balances, allowances] = await Promise.all([
      readPairBalances(work, head, page),
      readPairAllowances(work, head, page, range?.approvals),
    ]);
    const store = async (tx: Store): Promise<void> => {
      await balances.store(tx);
      await allowances.store(tx);
    };
    return { count: page.length, isLast: page.length < limit, store };
  },
};

const TOO_MANY = { count: 0, isLast: false, store: async () => undefined };

/**
 * The range's pairs and the queued ones.
 * @returns undefined if they are more than a page.
 */
async function listChangedPairs(
  { db, chain }: ChainWork,
  range: ChangedState,
  limit: number,
): Promise<Pair[] | undefined> {
  if (range.pairs.size >= limit) return undefined;
  const changed = createPairSet();
  changed.addAll(range.pairs.bytes);
  for (const { owner, token } of await takeStale(db, chain.slug, limit)) changed.add(owner, token);
  for (const token of range.moved) {
    for (const owner of await listHolders(db, chain.slug, token, limit)) changed.add(owner, token);
  }
  return changed.size < limit ? changed.list() : undefined;
}

async function readPairBalances({ db, chain, rpc }: ChainWork, head: BlockRef, page: readonly Pair[]) {
  const read = await readOnceBalances({ db, chain: chain.slug, rpc }, page, head);
  return { store: (tx: Store) => writeBalances(tx, chain.slug, head.blockNumber, read) };
}
