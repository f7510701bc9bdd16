import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Tables by owner: the owner comes first in the key, so that a query is one range, and one shard. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table balance (
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      raw_amount numeric(78, 0) not null check (raw_amount >= 0),
      block_number bigint not null,
      primary key (owner, chain, token)
    ) with (fillfactor = 90)`.execute(db); // leaves room for HOT updates of amounts
  await sql`create index balance_by_token on balance (chain, token)`.execute(db);
  await sql`
    create table stale_balance (
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      token bytea not null check (octet_length(token) = 20),
      primary key (chain, owner, token)
    )`.execute(db);
  await sql`
    create table leg (
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      block_number bigint not null,
      log_index integer not null,
      is_inbound boolean not null,
      token bytea not null check (octet_length(token) = 20),
      counterparty bytea not null check (octet_length(counterparty) = 20),
      raw_amount numeric(78, 0) not null check (raw_amount >= 0),
      tx_hash bytea not null check (octet_length(tx_hash) = 32),
      time_at integer not null,
      primary key (owner, chain, block_number, log_index, is_inbound)
    )`.execute(db);
}
