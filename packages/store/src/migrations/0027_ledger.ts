import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Residuals of contracts that log their transfers backwards, of tokens whose balances drift without a log, and of native
 * coins. The sub-index of a residual's leg, until now that of another leg, is whether it is of the first.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table residual
      add column is_backwards boolean not null default false,
      add column is_unnamed boolean not null default false`.execute(db);
  await sql`
    create index residual_unnamed on residual (chain, token, owner) where is_unnamed`.execute(db);
  await sql`
    with renumbered as (
      update residual set position = position & ~32767::bigint where position & 32767 <> 0
      returning owner, chain, tx_block, position
    )
    update leg set position = r.position from renumbered r
    where leg.owner = r.owner and leg.chain = r.chain and leg.block_number = r.tx_block
      and leg.position & ~32767::bigint = r.position and leg.kind = 11`.execute(db);
  await sql`
    create table token_drift (
      block_number bigint not null,
      time_at bigint not null,
      is_drifting boolean not null,
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      primary key (chain, token)
    )`.execute(db);
  await sql`
    create table fee_recipient (
      span bigint not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      primary key (owner, chain, span)
    )`.execute(db);
  await sql`alter table chain_state add column all_coins_since bigint`.execute(db);
}
