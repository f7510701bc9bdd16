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
];

/**
 * Price observations, and prices derived from them. An earlier version stored no observations, and a price history with
 * a gap would look complete: so its index is dropped, and built again from the same start block.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createSources(db);
  await createPoints(db);
  await sql`alter table price add column day_ago_usd double precision`.execute(db);
  await sql`create index block_by_time on block (chain, time_at)`.execute(db);
  await sql`truncate ${sql.join(INDEXED.map((table) => sql.table(table)))}`.execute(db);
  await sql`update sight set block_number = null, list_id = null, is_empty = false`.execute(db);
  await sql`
    update chain_state set logs_block = null, logs_hash = null, logs_time = null,
      balances_block = null, balances_hash = null, balances_time = null`.execute(db);
}

async function createSources(db: Kysely<never>): Promise<void> {
  await sql`
    create table price_source (
      block_number bigint not null,
      fee integer,
      phase integer,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      kind text not null check (kind in ('feed', 'v2', 'v3', 'rate', 'none')),
      token0 bytea check (octet_length(token0) = 20),
      token1 bytea check (octet_length(token1) = 20),
      feed bytea check (octet_length(feed) = 20),
      primary key (chain, address)
    )`.execute(db);
  await sql`
    create table price_observation (
      block_number bigint not null,
      time_at integer not null,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      raw0 numeric(78, 0),
      raw1 numeric(78, 0),
      sqrt_price numeric(78, 0),
      liquidity numeric(78, 0),
      supply numeric(78, 0),
      primary key (chain, block_number, address)
    )`.execute(db);
  await sql`
    create index price_observation_by_address on price_observation (chain, address, block_number)`.execute(db);
}

async function createPoints(db: Kysely<never>): Promise<void> {
  await sql`
    create table price_point (
      usd double precision not null check (usd >= 0),
      time_at integer not null,
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      primary key (chain, token, time_at)
    )`.execute(db);
  await sql`create index price_point_by_time on price_point (chain, time_at)`.execute(db); // for rewinding and thinning
  await sql`
    create table price_clock (
      time_at integer not null,
      first_time_at integer,
      goal_time_at integer,
      chain text primary key
    )`.execute(db);
}
