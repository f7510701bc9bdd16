import { sql } from "kysely";
import type { Kysely } from "kysely";

/** When accounts were read, so that accounts without code are read again after a while. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table account_code add column time_at bigint`.execute(db);
}
