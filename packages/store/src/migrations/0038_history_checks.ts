import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * When histories of owners are checked again, by which sources they were collected, and when they were requested last.
 * Those that have ended are checked once, because earlier versions did not check them again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table owner_history
      add column requested_at timestamptz not null default now(),
      add column change_count bigint not null default 0,
      add column lacks_internal boolean not null default false,
      add column is_repeated boolean not null default false`.execute(db);
  await sql`update owner_history set change_count = 1, lacks_internal = coalesce(calls_source = 'nonce', false)`.execute(
    db,
  );
  await sql`
    create index owner_history_changed on owner_history (chain, owner)
    where state <> 'collecting' and change_count > 0`.execute(db);
  await sql`create index owner_history_by_request on owner_history (chain, requested_at)`.execute(db);
  await sql`
    create table history_token (
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      after_owner bytea not null default '',
      primary key (chain, token)
    )`.execute(db);
  await sql`
    create table new_contract (
      is_operated boolean not null,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      primary key (chain, address, is_operated)
    )`.execute(db);
}
