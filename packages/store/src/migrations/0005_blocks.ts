import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Blocks, transactions, contracts, and legs of every kind. Data indexed by an earlier version lacks most of that, so it
 * is dropped and indexed again from the same start block.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table block (
      block_number bigint not null,
      time_at integer not null,
      chain text not null,
      hash bytea not null check (octet_length(hash) = 32),
      primary key (chain, block_number)
    )`.execute(db);
  await sql`
    create table transaction (
      block_number bigint not null,
      nonce bigint not null,
      gas_used bigint,
      tx_index integer not null,
      time_at integer not null,
      is_success boolean,
      chain text not null,
      hash bytea not null check (octet_length(hash) = 32),
      sender bytea not null check (octet_length(sender) = 20),
      recipient bytea check (octet_length(recipient) = 20),
      raw_value numeric(78, 0) not null,
      raw_fee numeric(78, 0),
      input bytea not null,
      primary key (chain, block_number, tx_index)
    )`.execute(db);
  await sql`
    create table contract (
      block_number bigint not null,
      time_at integer not null,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      creator bytea not null check (octet_length(creator) = 20),
      tx_hash bytea not null check (octet_length(tx_hash) = 32),
      primary key (chain, address)
    )`.execute(db);
  await sql`drop table leg`.execute(db);
  await sql`
    create table leg (
      block_number bigint not null,
      position bigint not null,
      time_at integer not null,
      kind smallint not null,
      is_inbound boolean not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      counterparty bytea not null check (octet_length(counterparty) = 20),
      tx_hash bytea not null,
      raw_amount numeric(78, 0) not null check (raw_amount >= 0),
      token_id numeric(78, 0),
      primary key (owner, chain, block_number, position, is_inbound)
    )`.execute(db);
  await sql`create index leg_by_block on leg using brin (block_number int8_minmax_multi_ops)`.execute(db);
  await sql`create index contract_by_block on contract using brin (block_number int8_minmax_multi_ops)`.execute(db);
  await sql`alter table balance alter column raw_amount drop not null`.execute(db); // null: the call fails
  await sql`drop index balance_by_token`.execute(db);
  await sql`create index balance_by_amount on balance (chain, token, raw_amount desc, owner)`.execute(db);
  await sql`truncate balance, stale_balance`.execute(db);
  await sql`
    update chain_state set logs_block = null, logs_hash = null, logs_time = null,
      balances_block = null, balances_hash = null, balances_time = null`.execute(db);
}
