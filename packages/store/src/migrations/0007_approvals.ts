import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Approvals. Amounts are call results at `block_number`; changes are legs. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table approval (
      changed_block bigint,
      block_number bigint,
      expires_at bigint,
      changed_at integer,
      is_permit2 boolean not null,
      is_stale boolean not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      spender bytea not null check (octet_length(spender) = 20),
      raw_amount numeric(78, 0) check (raw_amount >= 0),
      primary key (owner, chain, token, spender, is_permit2)
    )`.execute(db);
  await sql`
    create index approval_in_force on approval (owner, chain, changed_block desc nulls last)
    where raw_amount > 0`.execute(db);
  await sql`
    create index approval_by_block on approval
    using brin (block_number int8_minmax_multi_ops, changed_block int8_minmax_multi_ops)`.execute(db);
  await sql`
    create table nft_approval (
      changed_block bigint not null,
      block_number bigint not null,
      changed_at integer not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      token_id numeric(78, 0) not null,
      spender bytea not null check (octet_length(spender) = 20),
      primary key (owner, chain, contract, token_id)
    )`.execute(db);
  await sql`
    create table operator_approval (
      changed_block bigint not null,
      block_number bigint,
      changed_at integer not null,
      is_approved boolean,
      is_stale boolean not null,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      contract bytea not null check (octet_length(contract) = 20),
      operator bytea not null check (octet_length(operator) = 20),
      primary key (owner, chain, contract, operator)
    )`.execute(db);
  await sql`create index operator_approval_stale on operator_approval (chain) where is_stale`.execute(db);
  await sql`
    create index operator_approval_in_force on operator_approval (owner, chain, changed_block desc)
    where is_approved`.execute(db);
  await sql`
    create index operator_approval_by_block on operator_approval
    using brin (block_number int8_minmax_multi_ops, changed_block int8_minmax_multi_ops)`.execute(db);
}
