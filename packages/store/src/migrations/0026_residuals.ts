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
  await sql`
    alter table stale_balance
      add column is_named_only boolean not null default false,
      add column base_block bigint,
      add column base_amount numeric(78, 0)`.execute(db);
  await sql`
    create table residual (
      from_block bigint not null,
      to_block bigint not null,
      time_at bigint not null,
      tx_block bigint,
      position bigint,
      is_rebase boolean not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      raw_amount numeric not null check (raw_amount <> 0),
      primary key (owner, chain, token, from_block, to_block),
      check ((tx_block is null) = (position is null))
    )`.execute(db);
  await sql`
    create index residual_by_block on residual using brin (to_block int8_minmax_multi_ops)`.execute(db);
  await sql`alter table balance add column opened_block bigint`.execute(db);
  await sql`
    alter table chain_state
      add column ledger_block bigint,
      add column all_logs_since bigint`.execute(db);
  await sql`update chain_state set ledger_block = balances_block`.execute(db);
}
