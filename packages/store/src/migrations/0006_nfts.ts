import { sql } from "kysely";
import type { Kysely } from "kysely";

/** NFT holdings, their contracts, metadata and sales. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table nft_balance (
      block_number bigint not null,
      is_erc1155 boolean not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      token_id numeric(78, 0) not null,
      raw_amount numeric(78, 0) not null check (raw_amount >= 0),
      primary key (owner, chain, contract, token_id)
    )`.execute(db);
  await sql`
    create index nft_balance_held on nft_balance (owner, chain, contract, token_id) where raw_amount > 0`.execute(db);
  await sql`create index nft_balance_by_block on nft_balance using brin (block_number int8_minmax_multi_ops)`.execute(
    db,
  );
  await sql`
    create table stale_nft (
      is_erc1155 boolean not null,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      contract bytea not null check (octet_length(contract) = 20),
      token_id numeric(78, 0) not null,
      primary key (chain, owner, contract, token_id)
    )`.execute(db);
  await sql`
    create table nft_contract (
      is_erc1155 boolean not null,
      is_verified boolean not null default false,
      is_core boolean not null default false,
      time_at integer,
      metadata_block bigint,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      name text,
      symbol text,
      logo_url text,
      creator bytea,
      protocol_id text not null default '',
      primary key (chain, address)
    )`.execute(db);
  await sql`create index nft_contract_to_describe on nft_contract (chain) where metadata_block is null`.execute(db);
  await sql`create index nft_contract_verified on nft_contract (chain, address) where is_verified`.execute(db);
  await sql`
    create table nft (
      attempts integer not null default 0,
      is_erc1155 boolean not null,
      fetched_at timestamptz,
      next_attempt_at timestamptz not null default now(),
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      token_id numeric(78, 0) not null,
      uri text,
      name text,
      description text,
      content_type text,
      content text,
      thumbnail_url text,
      attributes jsonb,
      error text,
      primary key (chain, contract, token_id)
    )`.execute(db);
  await sql`create index nft_to_fetch on nft (chain, next_attempt_at) where fetched_at is null`.execute(db);
  await sql`
    create table nft_sale (
      block_number bigint not null,
      position bigint not null,
      time_at integer not null,
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      token_id numeric(78, 0) not null,
      pay_token bytea not null check (octet_length(pay_token) = 20),
      raw_amount numeric(78, 0) not null,
      tx_hash bytea not null,
      primary key (chain, contract, token_id, block_number, position)
    )`.execute(db);
  await sql`create index nft_sale_by_block on nft_sale using brin (block_number int8_minmax_multi_ops)`.execute(db);
}
