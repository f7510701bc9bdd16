import { sql } from "kysely";
import type { Kysely } from "kysely";

/** How far the history of owners is collected that they had before the index stored their changes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table owner_history (
      to_block bigint not null,
      calls_from bigint,
      logs_from bigint,
      transaction_count bigint not null default 0,
      state text not null default 'collecting' check (state in ('collecting', 'complete', 'partial', 'tokens')),
      calls_source text,
      reason text,
      chain text not null,
      owner bytea not null check (octet_length(owner) = 20),
      primary key (chain, owner)
    )`.execute(db);
  await sql`
    create index owner_history_open on owner_history (chain, transaction_count) where state = 'collecting'`.execute(db);
}
