import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Chains, tokens and prices: small reference tables, read whole. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table chain_state (
      chain text primary key,
      chain_id integer not null,
      start_block bigint not null,
      genesis_hash bytea check (octet_length(genesis_hash) = 32),
      logs_block bigint,
      logs_hash bytea check (octet_length(logs_hash) = 32),
      logs_time integer,
      balances_block bigint,
      balances_hash bytea check (octet_length(balances_hash) = 32),
      balances_time integer,
      target_block bigint,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table token (
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      standard text not null,
      name text,
      symbol text,
      decimals integer,
      logo_url text,
      is_verified boolean not null default false,
      is_core boolean not null default false,
      time_at integer,
      protocol_id text not null default '',
      metadata_block bigint,
      primary key (chain, address)
    )`.execute(db);
  await sql`
    create table price (
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      usd double precision not null,
      source text not null,
      block_number bigint not null,
      time_at integer not null,
      primary key (chain, token)
    )`.execute(db);
}
