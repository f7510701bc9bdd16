import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Logs of tokens that name an owner without a Transfer, and what changed between two reads of a balance without a leg.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table token_log (
      block_number bigint not null,
      time_at bigint not null,
      tx_index integer not null,
      log_index integer not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      tx_hash bytea not null check (octet_length(tx_hash) = 32),
      primary key (owner, chain, token, block_number, tx_index)
    )`.execute(db);
  await sql`
    create index token_log_by_block on token_log using brin (block_number int8_minmax_multi_ops)`.execute(db);
  await sql`alter table stale_balance add column is_named_only boolean not null default false`.execute(db);
}
