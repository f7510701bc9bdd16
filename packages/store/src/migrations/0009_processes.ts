import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Processes, chain leases, their current activity, and queued initial scans of addresses. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table lease (
      name text primary key,
      holder text not null,
      term bigint not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table process (
      id text primary key,
      lease_names text[] not null,
      beat_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create table chain_status (
      chain text primary key,
      holder text not null,
      phase text not null,
      head_block bigint,
      head_time integer,
      blocks_per_second double precision not null default 0,
      transfers_per_second double precision not null default 0,
      eta_seconds double precision,
      has_receipts boolean,
      has_traces boolean,
      last_error text,
      last_error_at timestamptz,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table sight (
      block_number bigint,
      asked_at timestamptz not null default now(),
      list_id integer,
      is_empty boolean not null default false,
      owner bytea not null check (octet_length(owner) = 20),
      chain text not null,
      primary key (owner, chain)
    )`.execute(db);
  await sql`create index sight_by_block on sight (chain, block_number)`.execute(db); // null while waiting; read after a fork
  await sql`create index sight_asked on sight (chain, asked_at)`.execute(db);
  await sql`create index sight_by_list on sight (chain, list_id)`.execute(db);
  await sql`create index sight_empty on sight (chain, asked_at) where is_empty`.execute(db);
}
