import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import { INITIAL_SCAN_CHANNEL, SCANNED_CHANNEL } from "../notifications/channels.ts";
import { inTransaction, isPool } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { isOfOwners } from "../distribution/ownerRows.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import type { Pair } from "./staleBalances.ts";
import { notify } from "../notifications/notify.ts";
import { markHistoriesChanged } from "../owners/historyChecks.ts";
import { storeResiduals } from "./residuals.ts";
import { OPENED, replaceBalances, SELECT_SAMPLED, selectGiven } from "./writeBalances.ts";
import type { BalanceRead } from "./writeBalances.ts";

/**
 * Initial scans. On a chain whose index doesn't start at genesis, earlier balances of an address are not in the store.
 * So its first request inserts a row here, which waits until the indexer has read its balances of the chain's token
 * list. Where many wait, the native coin and the common tokens of all of them are read first, and the others later.
 */
export interface InitialScanLimits {
  /** Maximum number of addresses waiting on one chain. */
  waiting: number;
  /** Maximum number of addresses per chain and minute: many together cost its RPC about a third of a call each. */
  perMinute: number;
}

export const INITIAL_SCAN_LIMITS: InitialScanLimits = { waiting: 20_000, perMinute: 12_000 };

/**
 * Maximum number of addresses without balances that remain known on one chain, and for how long; others are scanned
 * again when they are requested.
 */
const MAX_EMPTY = 20_000;
const EMPTY_RETENTION_HOURS = 24;

/**
 * Requests initial scans of an owner on these chains, and notifies the initial-scan channel. A waiting or scanned owner
 * is unchanged. Ranges of sight_by_block and sight_asked, bounded by the limits.
 * @returns the chains that have accepted or scanned it; the others are at their limits.
 */
export async function requestInitialScan(
  db: Store,
  owner: Address,
  chains: readonly string[],
  { waiting, perMinute }: InitialScanLimits = INITIAL_SCAN_LIMITS,
): Promise<string[]> {
  if (await isDistributed(db)) return await requestOnShard(db, owner, chains, { waiting, perMinute });
  const { rows } = await sql<{ chain: string }>`
    with open as (
      select chain from unnest(${chains}::text[]) as t(chain)
      where (
        select count(*) from (select 1 from sight s where s.chain = t.chain and block_number is null limit ${waiting}) w
      ) < ${waiting} and (
        select count(*) from (
          select 1 from sight s where s.chain = t.chain and asked_at > now() - interval '1 minute' limit ${perMinute}
        ) a
      ) < ${perMinute}
    ), inserted as (
      insert into sight as s (owner, chain) select ${toBytea(owner)}, chain from open order by chain
      on conflict (owner, chain) do update set asked_at = s.asked_at
      returning chain
    )
    select chain, pg_notify(${INITIAL_SCAN_CHANNEL}, chain)::text from inserted
    union all select chain, null from sight where owner = ${toBytea(owner)} and chain = any(${chains})`.execute(db);
  return [...new Set(rows.map(({ chain }) => chain))];
}

/** The same in several statements: their counts are of all shards, and their row is on one. */
async function requestOnShard(
  db: Store,
  owner: Address,
  chains: readonly string[],
  { waiting, perMinute }: InitialScanLimits,
): Promise<string[]> {
  const open: string[] = [];
  for (const chain of chains.toSorted()) {
    const { rows: counts } = await sql<{ waiting: bigint; asked: bigint }>`
      select (select count(*) from (
          select 1 from sight where chain = ${chain} and block_number is null limit ${waiting}
        ) w) as waiting, (select count(*) from (
          select 1 from sight where chain = ${chain} and asked_at > now() - interval '1 minute' limit ${perMinute}
        ) a) as asked`.execute(db);
    const [count] = counts;
    if (count !== undefined && count.waiting < waiting && count.asked < perMinute) open.push(chain);
  }
  const ofOwner = sql`owner = ${toBytea(owner)}::bytea and chain = any(${[...chains]}::text[])`;
  return await inOneTransaction(db, async (tx) => {
    const { rows: known } = await sql<{ chain: string }>`select chain from sight where ${ofOwner}`.execute(tx);
    for (const chain of open) {
      await sql`
        insert into sight (owner, chain) values (${toBytea(owner)}::bytea, ${chain})
        on conflict (owner, chain) do nothing`.execute(tx);
      await notify(tx, INITIAL_SCAN_CHANNEL, chain);
    }
    return [...new Set([...open, ...known.map(({ chain }) => chain)])];
  });
}

const inOneTransaction = <T>(db: Store, work: (tx: Store) => Promise<T>): Promise<T> =>
  isPool(db) ? inTransaction(db, work) : work(db);

/**
 * Whether any scan of a chain is not complete, or a balance or NFT is stale that an owner's history names. Six look-ups
 * in indexes: cheap enough for every round.
 * @param historiesWait - Whether balances and NFTs wait while passes of histories go on, which will name more.
 */
export async function hasPendingReads(db: Store, chain: string, historiesWait = false): Promise<boolean> {
  const { rows } = await sql<{ is_pending: boolean }>`
    select exists (select 1 from sight where chain = ${chain} and block_number is null)
      or exists (select 1 from sight where chain = ${chain} and is_partial)
      or (exists (select 1 from stale_balance where chain = ${chain})
          or exists (select 1 from stale_nft where chain = ${chain}))
        and not (${historiesWait} and exists (
          select 1 from owner_history where chain = ${chain} and state = 'collecting'
            and (calls_from is distinct from 0 or logs_from is distinct from 0))) as is_pending`.execute(db);
  return rows[0]?.is_pending ?? false;
}

/** Owners waiting on a chain, first requested first. They wait until writeInitialScans. By sight_by_block. */
export async function listPendingScans(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from sight where chain = ${chain} and block_number is null order by asked_at limit ${limit}`.execute(
    db,
  );
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Owners on a chain whose common tokens are read, but not all, first requested first. By sight_partial. */
export async function listPartialScans(db: Store, chain: string, limit: number): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from sight where chain = ${chain} and is_partial order by asked_at limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Call results of initial scans of owners at one block. */
export interface InitialScanReading {
  blockNumber: bigint;
  /** Whether other tokens of the list are read later. */
  isPartial?: boolean;
  /** Identifies a token list: a 32-bit integer. */
  listId: number;
  owners: readonly Address[];
  /** Each pair at most once; unreadable balances are left out. */
  balances: readonly BalanceRead[];
}

/**
 * Stores scanned balances: those above zero, and new values of stored pairs. A pair in the queue of stale ones remains
 * there, because its allowances wait too. Call it in a transaction that ensures that every balance of the chain is
 * valid at the reading's block, or will be before it is served again.
 */
export async function writeInitialScans(tx: Store, chain: string, reading: InitialScanReading): Promise<void> {
  const { blockNumber, isPartial = false, listId, owners, balances } = reading;
  if (owners.length === 0) return;
  await writeFirstBalances(tx, chain, blockNumber, balances);
  const scanned = toByteaArray(owners);
  const balance = await selectOwnerRows(
    tx,
    "balance",
    ["owner", "chain", "raw_amount"],
    sql`${isOfOwners(chain, owners)}`,
  );
  await sql`
    insert into sight as s (owner, chain, block_number, list_id, is_partial, is_empty)
    select owner, ${chain}, ${blockNumber}::bigint, ${isPartial ? null : listId}::integer, ${isPartial}::boolean,
      not ${isPartial} and not exists (
        select 1 from ${balance} b where b.owner = t.owner and b.chain = ${chain} and raw_amount > 0
      )
    from unnest(${scanned}::bytea[]) as t(owner) order by owner
    on conflict (owner, chain) do update
    set block_number = excluded.block_number, list_id = excluded.list_id, is_partial = excluded.is_partial,
      is_empty = excluded.is_empty`.execute(tx);
  await sql`
    insert into followed_owner as f (chain, owner, since_block)
    select ${chain}, owner, ${blockNumber}::bigint from unnest(${scanned}::bytea[]) as t(owner)
    where exists (select 1 from chain_state where chain = ${chain} and index_mode = 'owners') order by owner
    on conflict (chain, owner) do update set since_block = coalesce(f.since_block, excluded.since_block)`.execute(tx);
  await markHistoriesChanged(tx, chain, owners);
  await deleteEmptyScans(tx, chain, MAX_EMPTY);
  await sql`
    select pg_notify(${SCANNED_CHANNEL}, ${`${chain} `} || encode(owner, 'hex'))
    from unnest(${scanned}::bytea[]) as t(owner)`.execute(tx);
}

/** Stored balances of these owners, of these tokens. Ranges of the primary key. */
export async function listStoredPairs(
  db: Store,
  chain: string,
  owners: readonly Address[],
  tokens: readonly Address[],
): Promise<Pair[]> {
  const { rows } = await sql<{ owner: Bytea; token: Bytea }>`
    select owner, token from balance
    where ${isOfOwners(chain, owners)} and token = any(${toByteaArray(tokens)}::bytea[])`.execute(db);
  return rows.map(({ owner, token }) => ({ owner: fromBytea(owner), token: fromBytea(token) }));
}

async function writeFirstBalances(tx: Store, chain: string, blockNumber: bigint, balances: readonly BalanceRead[]) {
  const replace = sql<{ token: Bytea }>`
    with given as materialized (${selectGiven(balances)}), ${storeResiduals(chain, blockNumber)}, based as (
      update stale_balance s set base_block = null, base_amount = null from given g
      where s.chain = ${chain} and s.owner = g.owner and s.token = g.token and base_block is not null
    ), written as (
    insert into balance (owner, chain, token, raw_amount, block_number, opened_block)
    select owner, ${chain}, token, raw_amount, ${blockNumber}::bigint, ${blockNumber}
    from given g
    where raw_amount > 0
      or exists (select 1 from balance b where b.owner = g.owner and b.chain = ${chain} and b.token = g.token)
    order by owner, token
    on conflict (owner, chain, token) do update
    set raw_amount = excluded.raw_amount, block_number = excluded.block_number, ${OPENED}
    )
    ${SELECT_SAMPLED}`;
  await replaceBalances(tx, chain, { blockNumber, balances, replace });
}

/**
 * Deletes addresses without balances, except the newest `limit` of a day: anybody may request any address. A range of
 * sight_empty.
 */
export async function deleteEmptyScans(tx: Store, chain: string, limit: number): Promise<void> {
  await sql`
    delete from sight where chain = ${chain} and is_empty and asked_at < greatest(
      now() - make_interval(hours => ${EMPTY_RETENTION_HOURS}),
      (select asked_at from sight where chain = ${chain} and is_empty order by asked_at desc offset ${limit - 1} limit 1)
    )`.execute(tx);
}

/** Notifies the initial-scan channel that owners still wait on a chain. */
export const notifyWaiting = (tx: Store, chain: string): Promise<void> => notify(tx, INITIAL_SCAN_CHANNEL, chain);

/**
 * Deletes scans with another token list: such an owner may hold tokens that are new in the list. It is scanned again on
 * its next request, or without one if an operator added it. Two ranges of sight_by_list.
 */
export async function deleteScansOfOtherLists(tx: Store, chain: string, listId: number): Promise<void> {
  await sql`
    update sight s set is_partial = true, list_id = null, is_empty = false from followed_owner f
    where s.chain = ${chain} and (list_id < ${listId}::integer or list_id > ${listId}::integer)
      and f.chain = s.chain and f.owner = s.owner and is_permanent`.execute(tx);
  await sql`
    delete from sight
    where chain = ${chain} and (list_id < ${listId}::integer or list_id > ${listId}::integer)`.execute(tx);
}

/**
 * Queues owners scanned after the fork again. Balances read then are read again like all others. A range of
 * sight_by_block.
 */
export async function rewindInitialScans(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    update sight set block_number = null, list_id = null, is_empty = false, is_partial = false
    where chain = ${chain} and block_number > ${fork}`.execute(tx);
}
