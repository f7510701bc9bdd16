import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Tables filled from an indexed chain. Metadata of tokens, collections and NFTs remains. */
const INDEXED = [
  "block",
  "transaction",
  "contract",
  "leg",
  "balance",
  "stale_balance",
  "nft_balance",
  "stale_nft",
  "nft_sale",
  "approval",
  "nft_approval",
  "operator_approval",
  "price",
  "price_source",
  "price_observation",
  "price_point",
  "price_clock",
];

/**
 * Owners' interactions with protocol contracts, protocols' contracts, and readings of positions and pools. An earlier
 * version ignored protocol events, and owners whom it missed would look like owners without positions: so its index is
 * dropped, and built again from the same start block.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createTouches(db);
  await createProtocols(db);
  await createReads(db);
  await sql`truncate ${sql.join(INDEXED.map((table) => sql.table(table)))}`.execute(db);
  await sql`update sight set block_number = null, list_id = null, is_empty = false`.execute(db);
  await sql`
    update chain_state set logs_block = null, logs_hash = null, logs_time = null,
      balances_block = null, balances_hash = null, balances_time = null`.execute(db);
}

async function createTouches(db: Kysely<never>): Promise<void> {
  await sql`
    create table touch (
      block_number bigint not null,
      last_block bigint not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      key text not null check (octet_length(key) <= 66),
      primary key (owner, chain, contract, key)
    )`.execute(db);
  await sql`create index touch_by_contract on touch (chain, contract, key, owner)`.execute(db);
  await sql`create index touch_by_last on touch (chain, last_block)`.execute(db); // for rewinding
}

async function createProtocols(db: Kysely<never>): Promise<void> {
  await sql`
    create table protocol_contract (
      block_number bigint not null,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      protocol_id text not null,
      identity text not null check (identity in ('place', 'receipt', 'none')),
      primary key (chain, address, protocol_id)
    )`.execute(db);
  await sql`create index protocol_contract_by_protocol on protocol_contract (chain, protocol_id, address)`.execute(db);
  await sql`alter table token add column is_classified boolean not null default false`.execute(db);
  await sql`alter table price_source add column is_classified boolean not null default false`.execute(db);
  await sql`
    create index token_unclassified on token (chain, address)
    where not is_classified and standard = 'erc20'`.execute(db);
  await sql`
    create index price_source_unclassified on price_source (chain, address)
    where not is_classified and kind in ('v2', 'v3')`.execute(db);
  await sql`
    create table protocol (
      tvl_usd double precision,
      block_number bigint,
      time_at integer,
      is_off boolean not null default false,
      id text primary key,
      chain text not null,
      error text,
      off_reason text,
      identify_version text
    )`.execute(db);
}

async function createReads(db: Kysely<never>): Promise<void> {
  await sql`
    create table pool (
      deposit_usd double precision,
      block_number bigint not null,
      user_count integer,
      valuable_user_count integer,
      time_at integer not null,
      chain text not null,
      pool_id text not null,
      protocol_id text not null,
      name text not null,
      contract_ids bytea[] not null,
      amounts jsonb not null,
      primary key (chain, pool_id, protocol_id)
    )`.execute(db);
  await sql`create index pool_by_protocol on pool (chain, protocol_id)`.execute(db);
  await sql`create index pool_by_controller on pool (chain, split_part(pool_id, ':', 1))`.execute(db);
  await sql`
    create table position_read (
      block_number bigint not null,
      time_at integer not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      protocol_id text not null,
      block_hash bytea not null check (octet_length(block_hash) = 32),
      positions text not null,
      primary key (owner, chain, protocol_id)
    )`.execute(db);
  await sql`create index position_read_by_block on position_read (chain, block_number)`.execute(db); // for rewinding
  await sql`
    create table position_point (
      time_at integer not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      protocol_id text not null,
      amounts jsonb not null,
      primary key (owner, chain, protocol_id, time_at)
    )`.execute(db);
  await sql`create index position_point_by_time on position_point (chain, time_at)`.execute(db); // for rewinding
}
