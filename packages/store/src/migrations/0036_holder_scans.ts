import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Holders of requested tokens on chains that are indexed for owners only. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table holder_scan (
      from_block bigint,
      next_block bigint,
      log_count bigint not null default 0,
      request_count bigint not null default 0,
      is_fungible boolean not null default false,
      block_number bigint,
      time_at bigint,
      requested_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      read_at timestamptz,
      refusal text,
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      primary key (chain, token)
    )`.execute(db);
  await sql`
    create table token_holder (
      raw_amount numeric(78,0),
      chain text not null,
      token bytea not null,
      owner bytea not null check (octet_length(owner) = 20),
      primary key (chain, token, owner)
    )`.execute(db);
  await sql`
    create index token_holder_by_amount on token_holder (chain, token, raw_amount desc, owner)
    where raw_amount > 0`.execute(db);
}
