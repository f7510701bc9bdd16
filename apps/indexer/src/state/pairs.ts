import { listHolders, takeStale, writeBalances } from "@portico/store";
import type { BlockRef, Pair, StalePair, Store } from "@portico/store";
import type { ChangedState } from "../chain/changes.ts";
import type { ChainWork } from "../chain/chainWork.ts";
import { createPairSet, listPairs, PAIR } from "../chain/pairSet.ts";
import { takeSweep } from "./balanceSweep.ts";
import { readPairAllowances } from "./allowances.ts";
import { readOnceBalances } from "./readOnceBalances.ts";
import type { StatePart, StateReading } from "./statePart.ts";

/** Pairs read at once from the queue: few enough to read some while others are stored. */
const QUEUE_PAGE = 5_000;

/** Owners' balances of tokens and the native coin, with their allowances. */
export const pairs: StatePart = {
  name: "pairs",
  async read(work, head, range) {
    if (range === undefined) return await readQueued(work, head, undefined);
    const swept = await takeSweep(work.db, work);
    const page = await listChangedPairs(work, range, swept.pairs);
    if (page === undefined) return TOO_MANY;
    const store = await readPairs(work, head, page, range.approvals);
    return { count: page.length, isLast: true, store: (tx) => store(tx).then(() => swept.end()) };
  },
};

/** @param after - A pair of the queue; undefined: from the first. */
async function readQueued(work: ChainWork, head: BlockRef, after: Pair | undefined): Promise<StateReading> {
  const limit = Math.min(work.limits.balancePage, QUEUE_PAGE);
  const page = await takeStale(work.db, work.chain.slug, limit, after);
  const isEnd = page.length < limit;
  return {
    count: page.length,
    isLast: isEnd && after === undefined,
    store: await readPairs(work, head, page, undefined),
    readNext: isEnd ? undefined : () => readQueued(work, head, page.at(-1)),
  };
}

/** @returns how to store their balances and allowances. */
async function readPairs(
  work: ChainWork,
  head: BlockRef,
  page: readonly StalePair[],
  approvals: ChangedState["approvals"] | undefined,
): Promise<StateReading["store"]> {
  const [balances, allowances] = await Promise.all([
    readPairBalances(work, head, page),
    readPairAllowances(work, head, page, approvals),
  ]);
  return async (tx) => {
    await balances.store(tx);
    await allowances.store(tx);
  };
}

const TOO_MANY = { count: 0, isLast: false, store: async () => undefined };

/**
 * The range's pairs, the queued ones, and the next ones of the sweep.
 * @returns undefined if they are more than a page.
 */
async function listChangedPairs(
  { db, chain, limits: { balancePage: limit } }: ChainWork,
  range: ChangedState,
  swept: readonly Pair[],
): Promise<StalePair[] | undefined> {
  if (range.pairs.size >= limit) return undefined;
  const changed = createPairSet();
  const named = createPairSet();
  changed.addAll(range.pairs.bytes);
  for (const { owner, token, isNamedOnly } of await takeStale(db, chain.slug, limit)) {
    (isNamedOnly ? named : changed).add(owner, token);
  }
  for (const { owner, token } of range.named ?? []) named.add(owner, token);
  for (const { owner, token } of swept) named.add(owner, token);
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
