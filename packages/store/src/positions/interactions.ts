import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";

/** A protocol contract's event that names an owner: the owner may have a position there. */
export interface InteractionRow {
  owner: Address;
  contract: Address;
  /**
   * Identifies a position within the contract: a number or an address as hex, an id's bytes; "" if it has only one, or
   * the event doesn't contain it.
   */
  key: string;
  /** Of the first one. */
  blockNumber: bigint;
}

/** Anybody may emit anything: keys that aren't in a format that adapters use are stored as "". */
const KEY = /^[0-9a-z]{0,66}$/;

/** Adds interactions, or updates the last block of known ones. In any order; they may repeat. By primary key. */
export async function upsertInteractions(tx: Store, chain: string, rows: readonly InteractionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const owners = toByteaArray(rows.map(({ owner }) => owner));
  const contracts = toByteaArray(rows.map(({ contract }) => contract));
  const keys = rows.map(({ key }) => (KEY.test(key) ? key : ""));
  const blocks = toNumberArray(rows.map(({ blockNumber }) => blockNumber));
  await sql`
    insert into touch as t (owner, chain, contract, key, block_number, last_block)
    select owner, ${chain}, contract, key, min(block_number), max(block_number)
    from unnest(${owners}::bytea[], ${contracts}::bytea[], ${keys}::text[], ${blocks}::bigint[])
      as given(owner, contract, key, block_number)
    group by owner, contract, key order by owner, contract, key
    on conflict (owner, chain, contract, key) do update set
      block_number = least(t.block_number, excluded.block_number),
      last_block = greatest(t.last_block, excluded.last_block)`.execute(tx);
}

/** An owner's interactions with these contracts on a chain, up to a limit. By primary key. */
export async function listOwnerInteractions(
  db: Store,
  { owner, chain, contracts }: { owner: Address; chain: string; contracts: readonly Address[] },
): Promise<InteractedContract[]> {
  const { rows } = await sql<{ contract: Bytea; key: string }>`
    select contract, key from touch
    where owner = ${toBytea(owner)} and chain = ${chain} and contract = any(${toByteaArray(contracts)}::bytea[])
    order by contract, key limit ${MAX_OWNER_INTERACTIONS}`.execute(db);
  return rows.map(({ contract, key }) => ({ contract: fromBytea(contract), key }));
}

const MAX_OWNER_INTERACTIONS = 50_000;

export interface IdentifiedInteraction extends InteractedContract {
  /** Of several the one that counts, as in readPortfolio. */
  protocolId: string;
}

/**
 * An owner's interactions with identified contracts on a chain, up to a limit for each protocol: a flood of events in one
 * hides no other. Reads all of the owner's on the chain.
 */
export async function listIdentifiedInteractions(
  db: Store,
  { owner, chain, limit }: { owner: Address; chain: string; limit: number },
): Promise<IdentifiedInteraction[]> {
  const { rows } = await sql<{ contract: Bytea; key: string; protocol_id: string }>`
    select contract, key, protocol_id from (
      select contract, key, protocol_id, row_number() over (partition by protocol_id order by contract, key) as nth
      from (
        select contract, key, (
          select protocol_id from protocol_contract p
          where p.chain = ${chain} and p.address = touch.contract and identity <> 'none'
          order by precedence, protocol_id limit 1
        ) as protocol_id
        from touch where owner = ${toBytea(owner)} and chain = ${chain}
      ) touched where protocol_id is not null
    ) found where nth <= ${limit} order by contract, key`.execute(db);
  return rows.map((row) => ({ contract: fromBytea(row.contract), key: row.key, protocolId: row.protocol_id }));
}

export interface InteractedQuery {
  contract: Address;
  /** Omitted: any key. */
  key?: string | undefined;
  /** The last owner of the previous page. */
  after?: Address | undefined;
  limit: number;
}

/**
 * Owners named by a contract's events, by address. A range of touch_by_contract, or one for each key: meant for few
 * keys.
 */
export async function listInteractedOwners(
  db: Store,
  chain: string,
  { contract, key, after = ZERO_ADDRESS, limit }: InteractedQuery,
): Promise<Address[]> {
  if (await isDistributed(db)) {
    const { rows } = await sql<{ owner: Bytea }>`
      select distinct owner from touch where chain = ${chain} and contract = ${toBytea(contract)}
        and ${key === undefined ? sql`true` : sql`key = ${key}`} and owner > ${toBytea(after)}
      order by owner limit ${limit}`.execute(db);
    return rows.map(({ owner }) => fromBytea(owner));
  }
  const condition = sql`touch.chain = ${chain} and touch.contract = ${toBytea(contract)}`;
  const keys =
    key === undefined
      ? sql`
        (select min(key) as key from touch where ${condition})
        union all
        select (select min(key) from touch where ${condition} and touch.key > keys.key) from keys where keys.key is not null`
      : sql`values (${key})`;
  const { rows } = await sql<{ owner: Bytea }>`
    with recursive keys(key) as (${keys})
    select distinct page.owner from keys cross join lateral (
      select owner from touch where ${condition} and touch.key = keys.key and touch.owner > ${toBytea(after)}
      order by touch.owner limit ${limit}
    ) page order by owner limit ${limit}`.execute(db);
  return rows.map(({ owner }) => fromBytea(owner));
}

/** A contract and key named by events. */
export interface InteractedContract {
  contract: Address;
  key: string;
}

/** The distinct keys of contracts' events. A look-up in touch_by_contract for each. */
export async function listInteractedContracts(
  db: Store,
  chain: string,
  contracts: readonly Address[],
): Promise<InteractedContract[]> {
  if (await isDistributed(db)) return await listAllKeys(db, chain, contracts);
  const { rows } = await sql<{ contract: Bytea; key: string }>`
    with recursive place as (
      (select requested.contract, first.key from unnest(${toByteaArray(contracts)}::bytea[]) as requested(contract)
      cross join lateral (
        select min(key) as key from touch where chain = ${chain} and touch.contract = requested.contract
      ) first where first.key is not null)
      union all
      select place.contract, next.key from place cross join lateral (
        select min(key) as key from touch
        where chain = ${chain} and touch.contract = place.contract and touch.key > place.key
      ) next where next.key is not null
    )
    select contract, key from place order by contract, key`.execute(db);
  return rows.map(({ contract, key }) => ({ contract: fromBytea(contract), key }));
}

/** Those of these contracts that have interactions. A look-up in touch_by_contract for each. */
export async function listContractsInUse(
  db: Store,
  chain: string,
  contracts: readonly Address[],
): Promise<Set<Address>> {
  if (await isDistributed(db)) {
    const { rows } = await sql<{ contract: Bytea }>`
      select distinct contract from touch
      where chain = ${chain} and contract = any(${toByteaArray(contracts)}::bytea[])`.execute(db);
    return new Set(rows.map(({ contract }) => fromBytea(contract)));
  }
  const { rows } = await sql<{ contract: Bytea }>`
    select requested.contract from unnest(${toByteaArray(contracts)}::bytea[]) as requested(contract) where exists (
      select 1 from touch where chain = ${chain} and touch.contract = requested.contract
    )`.execute(db);
  return new Set(rows.map(({ contract }) => fromBytea(contract)));
}

/** Over all shards, each of which finds its own keys. */
async function listAllKeys(db: Store, chain: string, contracts: readonly Address[]): Promise<InteractedContract[]> {
  const { rows } = await sql<{ contract: Bytea; key: string }>`
    select distinct contract, key from touch
    where chain = ${chain} and contract = any(${toByteaArray(contracts)}::bytea[]) order by contract, key`.execute(db);
  return rows.map(({ contract, key }) => ({ contract: fromBytea(contract), key }));
}

/** The lowest address; it has no positions. */
const ZERO_ADDRESS: Address = `0x${"00".repeat(20)}`;

/** Rewinds interactions to a block. Ranges of touch_by_last. */
export async function rewindInteractions(tx: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    delete from touch where chain = ${chain} and last_block > ${fork} and block_number > ${fork}`.execute(tx);
  await sql`update touch set last_block = ${fork} where chain = ${chain} and last_block > ${fork}`.execute(tx);
}
