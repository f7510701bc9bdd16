import { sql } from "kysely";
import { fromBytea, NATIVE, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { lockChain } from "../distribution/lockChain.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import { inTransaction } from "../database/database.ts";
import type { IndexMode } from "../database/schema.ts";
import { INITIAL_SCAN_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";
import { deleteOwners } from "./deleteOwners.ts";
import { isUser } from "./expiredHistories.ts";
import { rewindHistories } from "./ownerHistories.ts";

/**
 * Followed owners. A chain that is indexed for owners only stores nothing of others: an owner is followed from its first
 * request on, or from when an operator adds it. `owners_version` of chain_state changes whenever owners are removed, so
 * that an indexer that has the list in memory reads it again before it stores anything.
 */
export interface FollowedOwner {
  owner: Address;
  /** All its changes after this block are stored; undefined while its first balances are read. */
  sinceBlock: bigint | undefined;
  requestedAt: Date;
  isPermanent: boolean;
}

/** Owners per page: a million in one result would take half a gigabyte for a moment. */
const OWNERS_PER_PAGE = 50_000;
const ADDRESS_DIGITS = 40;

/**
 * Reads the owners of whom all changes from now on are to be stored, if only theirs are.
 * @param addPage - Receives 20 bytes per owner. Whoever is removed meanwhile may be in it: then the version has changed.
 * @returns the chain's mode, and the version of the list from before it was read.
 */
export async function readFollowedOwners(
  db: Store,
  chain: string,
  addPage: (owners: Buffer) => void,
  pageSize: number = OWNERS_PER_PAGE,
): Promise<{ mode: IndexMode; version: bigint }> {
  const { rows } = await sql<{ mode: IndexMode; version: bigint }>`
    select index_mode as mode, owners_version as version from chain_state where chain = ${chain}`.execute(db);
  const [state = { mode: "full" as const, version: 0n }] = rows;
  let after = "";
  while (state.mode === "owners") {
    const digits = await readPage(db, chain, { after, limit: pageSize });
    addPage(Buffer.from(digits, "hex"));
    if (digits.length < pageSize * ADDRESS_DIGITS) break;
    after = digits.slice(-ADDRESS_DIGITS);
  }
  return state;
}

/** @param after - As hexadecimal digits. @returns the addresses after it, likewise. */
async function readPage(db: Store, chain: string, { after, limit }: { after: string; limit: number }): Promise<string> {
  const { rows } = await sql<{ digits: string | null }>`
    select string_agg(encode(owner, 'hex'), '' order by owner) as digits from (
      select owner from followed_owner where chain = ${chain} and owner > decode(${after}, 'hex') and since_block is not null
      order by owner limit ${limit}
    ) page`.execute(db);
  return rows[0]?.digits ?? "";
}

/** Owners who are followed since exactly this block. By followed_owner_by_block. */
export async function listOwnersSince(db: Store, chain: string, blockNumber: bigint): Promise<Address[]> {
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from followed_owner where chain = ${chain} and since_block = ${blockNumber}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** A page of all chains' followed owners, by chain and address. */
export async function listFollowedOwners(
  db: Store,
  { chain, after, limit }: { chain: string; after?: Address | undefined; limit: number },
): Promise<FollowedOwner[]> {
  const { rows } = await sql<{ owner: Bytea; since_block: bigint | null; requested_at: Date; is_permanent: boolean }>`
    select owner, since_block, requested_at, is_permanent from followed_owner
    where chain = ${chain} and owner > ${after === undefined ? toBytea("0x") : toBytea(after)}
    order by owner limit ${limit}`.execute(db);
  return rows.map((row) => ({
    owner: fromBytea(row.owner),
    sinceBlock: row.since_block ?? undefined,
    requestedAt: row.requested_at,
    isPermanent: row.is_permanent,
  }));
}

/** Follows owners until they are removed; their balances are read next. */
export async function addFollowedOwners(db: Store, chain: string, owners: readonly Address[]): Promise<void> {
  const given = toByteaArray(owners);
  await inTransaction(db, async (tx) => {
    await sql`
      insert into followed_owner (chain, owner, is_permanent)
      select ${chain}, owner, true from unnest(${given}::bytea[]) as t(owner) order by owner
      on conflict (chain, owner) do update set is_permanent = true`.execute(tx);
    await sql`
      insert into sight (owner, chain) select owner, ${chain} from unnest(${given}::bytea[]) as t(owner) order by owner
      on conflict (owner, chain) do nothing`.execute(tx);
    await notify(tx, INITIAL_SCAN_CHANNEL, chain);
  });
}

/**
 * Stops following owners, and deletes what is stored of them on the chain.
 * @returns the number of owners that were followed.
 */
export async function removeFollowedOwners(db: Store, chain: string, owners: readonly Address[]): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await lockChain(tx, chain, "update");
    const { rows } = await sql<{ mode: string }>`
      update chain_state set owners_version = owners_version + 1 where chain = ${chain}
      returning index_mode as mode`.execute(tx); // locks the chain: see lockCursor
    const { numAffectedRows = 0n } = await sql`
      delete from followed_owner where chain = ${chain} and owner = any(${toByteaArray(owners)}::bytea[])`.execute(tx);
    if (rows[0]?.mode === "owners") {
      await deleteOwners(tx, chain, owners);
      await sql`
        update event_stream set since_block = null
        where chain = ${chain} and owner = any(${toByteaArray(owners)}::bytea[])`.execute(tx);
    }
    return Number(numAffectedRows);
  });
}

/** Balances of an owner that are read again because of a request. */
const REQUESTED_PAIRS = 2_000;

/**
 * Notes a request for a followed owner, or one with a history, at most once a day; balances of a followed one are read
 * again at the next head then, because some change without a log that names it.
 */
export async function noteOwnerRequest(db: Store, owner: Address, chains: readonly string[]): Promise<void> {
  const held = await selectOwnerRows(
    db,
    "balance",
    ["owner", "chain", "token", "raw_amount"],
    sql`owner = ${toBytea(owner)} and chain = any(${[...chains]}::text[]) and raw_amount > 0`,
  );
  await sql`
    with noted as (
      update followed_owner set requested_at = now()
      where chain = any(${chains}) and owner = ${toBytea(owner)} and requested_at < now() - interval '1 day'
      returning chain, owner
    ), noted_history as (
      update owner_history set requested_at = now()
      where chain = any(${chains}) and owner = ${toBytea(owner)} and requested_at < now() - interval '1 day'
    )
    insert into stale_balance (chain, owner, token, is_named_only)
    select chain, owner, token, true from noted cross join lateral (
      (select token from ${held} b where b.owner = noted.owner and b.chain = noted.chain and raw_amount > 0
        limit ${REQUESTED_PAIRS})
      union select ${NATIVE}::bytea
    ) pair
    order by owner, token
    on conflict do nothing`.execute(db);
}

/**
 * Owners that nobody requested for so many days, oldest first: not those that an operator added, not those with an
 * account or a sign-in, and not those with a stream of events. A range of followed_owner_by_request.
 */
export async function listUnrequestedOwners(
  db: Store,
  { chain, days, limit }: { chain: string; days: number; limit: number },
): Promise<Address[]> {
  const isOld = sql`
    chain = ${chain} and not is_permanent and requested_at < now() - make_interval(days => ${days}::integer)`;
  const columns = ["owner", "chain", "requested_at", "since_block", "is_permanent"];
  const followed = await selectOwnerRows(db, "followed_owner", columns, isOld);
  const { rows } = await sql<{ owner: Bytea }>`
    select owner from ${followed} f
    where chain = ${chain} and not is_permanent and requested_at < now() - make_interval(days => ${days})
      and since_block is not null and not ${isUser(sql.ref("f.owner"))}
      and not exists (select 1 from event_stream e where e.chain = ${chain} and e.owner = f.owner)
    order by requested_at limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** Owners that were followed after the fork: their balances are read again, and their changes are stored since the fork. */
export async function rewindFollowedOwners(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    update followed_owner set since_block = ${fork} where chain = ${chain} and since_block > ${fork}`.execute(tx);
  await rewindHistories(tx, chain, fork);
}
