import { sql } from "kysely";
import type { Kysely } from "kysely";

/** How many blocks of a chain are kept, and where its index began before earlier blocks were dropped. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chain_state
      add column keep_blocks bigint check (keep_blocks > 0),
      add column indexed_from bigint`.execute(db);
}
