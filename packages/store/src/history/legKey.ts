import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { hasCode } from "../database/errorCode.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { LegKind } from "./position.ts";

/**
 * The primary key of `leg` is left out while nothing is answered from the index: an index that is built once, from sorted
 * rows, takes a fraction of the time of one that is kept up row by row, and an eighth less space of the whole table. The
 * pairs of its transfers, whose balances must be read, are found in the end, too, instead of range by range. While it is
 * absent nothing may look up legs by owner: call ensureLegKey before the first balances of a chain are stored, and before
 * anything is rewound or deleted.
 */
const KEY = "leg_pkey";

/** SQL: whether a chain has balances; a first condition where legs are looked up by owner before anything else. */
export const IS_ANSWERED = "exists (select from chain_state where balances_block is not null)";

/** The key while it is built. */
const NEXT_KEY = "leg_next_key";

const BUILD_MEMORY = "64MB";

/** For a lock that others hold: who waits for it keeps them from going on. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Removes the key, if there are no legs, no chain has balances, the table is neither partitioned nor distributed, and the
 * user may build it again.
 * @returns whether it is removed.
 */
export async function deferLegKey(db: Store): Promise<boolean> {
  if (await isDistributed(db)) return false;
  return await asOnly(db, async (tx) => {
    const { rows } = await sql`
      select from pg_class where oid = 'leg'::regclass and relkind = 'r' and pg_has_role(relowner, 'usage')
        and has_schema_privilege(relnamespace, 'create')`.execute(tx);
    if (rows.length === 0) return false;
    await sql`lock table leg in access exclusive mode`.execute(tx);
    const { rows: used } = await sql`
      (select from leg limit 1) union all (select from chain_state where balances_block is not null limit 1)`.execute(
      tx,
    );
    if (used.length > 0 || !(await hasLegKey(tx))) return false;
    await sql`alter table leg drop constraint ${sql.ref(KEY)}`.execute(tx);
    return true;
  });
}

/** Whether legs can be looked up by owner. In a transaction that has stored legs, the result holds until it ends. */
export async function hasLegKey(db: Store): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'leg'::regclass and relname = ${KEY}`.execute(db);
  return rows.length > 0;
}

/** How far the key is built. */
export interface KeyProgress {
  /** As PostgreSQL names it: `building index: scanning table`; undefined before and after the index is built. */
  readonly phase: string | undefined;
  /** Of the phase, 0 to 1; undefined where PostgreSQL counts nothing. */
  readonly share: number | undefined;
}

interface KeyWatch {
  /** Called now and then while the key is built. */
  readonly onProgress?: (progress: KeyProgress) => void;
  readonly everyMs?: number;
}

const PROGRESS_MS = 10_000;

/**
 * Builds the key where it was removed, and queues the balances of all transfers: a second or two per million legs, in which
 * others can read but not store legs.
 * @returns whether it was missing.
 */
export async function ensureLegKey(db: Store, watch: KeyWatch = {}): Promise<boolean> {
  let wasMissing = false;
  while (!(await hasLegKey(db))) {
    wasMissing = true;
    await watchBuild(db, watch, () =>
      asOnly(db, async () => {
        if (!(await hasLegKey(db))) await buildKey(db);
      }),
    );
  }
  await asOnly(db, async (tx) => {
    const { rows } = await sql`
      select from pg_constraint where conrelid = 'leg'::regclass and contype = 'p'`.execute(tx);
    if (rows.length > 0) return;
    await sql`alter table leg add constraint ${sql.ref(KEY)} primary key using index ${sql.ref(KEY)}`.execute(tx);
  });
  return wasMissing;
}

async function watchBuild<T>(
  db: Store,
  { onProgress, everyMs = PROGRESS_MS }: KeyWatch,
  build: () => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) return await build();
  const ended = new AbortController();
  const watching = (async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: ended.signal });
      onProgress(await readProgress(db));
    }
  })().catch(() => undefined); // it ended, or can't be read: what is built doesn't depend on it
  try {
    return await build();
  } finally {
    ended.abort();
    await watching;
  }
}

/** Another schema's table of the name has another oid. */
async function readProgress(db: Store): Promise<KeyProgress> {
  const { rows } = await sql<{ phase: string; share: number | null }>`
    select phase, (case when tuples_total > 0 then tuples_done::float8 / tuples_total
      when blocks_total > 0 then blocks_done::float8 / blocks_total end) as share
    from pg_stat_progress_create_index where relid = 'leg'::regclass`.execute(db);
  return { phase: rows[0]?.phase, share: rows[0]?.share ?? undefined };
}

/** Reads a sample of the rows, a constant number: else statements are planned as if there were few until PostgreSQL does. */
export async function analyzeLegs(db: Store): Promise<void> {
  await sql`analyze leg`.execute(db);
}

/**
 * Builds the index and queues pairs, on two connections. Who is about to store legs may come between them, and waits for the
 * first: so the second begins when the first has its lock, and only the second waits for the other.
 */
async function buildKey(db: Store): Promise<void> {
  const locked = Promise.withResolvers<void>();
  const building = withLock(db, async (tx) => {
    await sql`lock table leg in share mode`.execute(tx);
    locked.resolve();
    await sql`
      create unique index if not exists ${sql.ref(NEXT_KEY)}
        on leg (owner, chain, block_number, position, is_inbound)`.execute(tx);
    return true;
  });
  building.finally(() => locked.resolve()).catch(() => undefined); // thrown below
  await locked.promise;
  const queueing = withLock(db, async (tx) => {
    await sql`lock table leg in share mode`.execute(tx);
    await queuePairs(tx);
    if (!(await building)) return;
    await sql`alter index ${sql.ref(NEXT_KEY)} rename to ${sql.ref(KEY)}`.execute(tx);
  });
  await Promise.allSettled([building, queueing]);
  await Promise.all([building, queueing]);
}

/**
 * As markPairsStale for the owners of all legs of transfers. The planner knows nothing yet of a table this young. Sorted by
 * owner first: PostgreSQL abbreviates only the first column, and the chain's name is the same in most rows.
 */
async function queuePairs(tx: Store): Promise<void> {
  await sql`set local enable_sort = off`.execute(tx);
  await sql`set local work_mem = ${sql.lit(BUILD_MEMORY)}`.execute(tx);
  await sql`lock table stale_balance in share row exclusive mode`.execute(tx);
  await sql`
    with pair as materialized (
      select distinct chain, owner, token from leg where kind = ${sql.lit(LegKind.token)}
    ), named as (
      update stale_balance s set is_named_only = false from pair
      where is_named_only and (s.chain, s.owner, s.token) = (pair.chain, pair.owner, pair.token)
    )
    insert into stale_balance (chain, owner, token)
    select * from pair where not exists (
      select from stale_balance s where (s.chain, s.owner, s.token) = (pair.chain, pair.owner, pair.token)
    ) order by owner, token, chain`.execute(tx);
}

/** Waits for locks for a short time at once, so that what holds them, and waits for others, can go on. */
async function withLock(db: Store, work: (tx: Store) => Promise<boolean | void>): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.raw(String(LOCK_TIMEOUT_MS))}`.execute(tx);
      return (await work(tx)) === true;
    });
  } catch (error) {
    if (hasCode(error, LOCK_NOT_AVAILABLE)) return false;
    throw error;
  }
}

/** The same while no other process changes the key. */
const asOnly: typeof withLock = (db, work) =>
  withLock(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '.' || ${KEY}, 0))`.execute(tx);
    return await work(tx);
  });
