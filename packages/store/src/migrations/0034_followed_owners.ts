import { sql } from "kysely";
import type { Kysely } from "kysely";

/** How much of a chain is indexed, and the owners that are followed where that isn't all of it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chain_state
      add column index_mode text not null default 'full' check (index_mode in ('full', 'owners')),
      add column owners_version bigint not null default 0`.execute(db);
  await sql`
    create table followed_owner (
      since_block bigint,
      requested_at timestamptz not null default now(),
      is_permanent boolean not null default false,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      primary key (chain, owner)
    )`.execute(db);
  await sql`create index followed_owner_by_block on followed_owner (chain, since_block)`.execute(db);
  await sql`
    create index followed_owner_by_request on followed_owner (chain, requested_at) where not is_permanent`.execute(db);
}
