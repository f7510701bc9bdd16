import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The form of a key's answers; null: that of the deployment. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table access_key add column profile text check (profile in ('seed', 'live'))`.execute(db);
}
