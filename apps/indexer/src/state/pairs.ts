import { listHolders, takeStale, writeBalances } from "@portico/store";
import type { BlockRef, StalePair, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { createPairSet, listPairs, PAIR } from "../chain/pairSet.ts";
import { takeSweep } from "./balanceSweep.ts";
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
 * The range's pairs, the queued ones, and the next ones of the sweep.
 * @returns undefined if they are more than a page.
 */
async function listChangedPairs(work: ChainWork, range: ChangedState, limit: number): Promise<StalePair[] | undefined> {
  const { db, chain } = work;
  if (range.pairs.size >= limit) return undefined;
  const changed = createPairSet();
  const named = createPairSet();
  changed.addAll(range.pairs.bytes);
  for (const { owner, token, isNamedOnly } of await takeStale(db, chain.slug, limit)) {
    (isNamedOnly ? named : changed).add(owner, token);
  }
  for (const { owner, token } of range.named ?? []) named.add(owner, token);
  for (const { owner, token } of await takeSweep(db, work)) named.add(owner, token);
  for (const token of range.moved) {
    for (const owner of await listHolders(db, chain.slug, token, limit)) changed.add(owner, token);
  }
  const namedOnly = changed.without(named.bytes);
  if (changed.size + namedOnly.length / PAIR >= limit) return undefined;
  return [...changed.list(), ...listPairs(namedOnly).map((pair) => ({ ...pair, isNamedOnly: true as const }))];
}

async function readPairBalances({ db, chain, rpc }: ChainWork, head: BlockRef, page: readonly StalePair[]) {
  const read = await readOnceBalances({ db, chain: chain.slug, rpc }, page, head);
  return { store: (tx: Store) => writeBalances(tx, chain.slug, head.blockNumber, read) };
}
