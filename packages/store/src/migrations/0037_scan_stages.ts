import { sql } from "kysely";
import type { Kysely } from "kysely";

/** First balances of many owners at once: the common tokens first, the other listed ones later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sight add column is_partial boolean not null default false`.execute(db);
  await sql`create index sight_partial on sight (chain, asked_at) where is_partial`.execute(db);
  await sql`create index owner_history_unfinished on owner_history (chain) where state <> 'complete'`.execute(db);
}
