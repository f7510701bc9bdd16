import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The receipt of a pool, with its supply and value, to find its depositors; null until the pool is read again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table pool
      add column receipt_usd double precision,
      add column receipt bytea,
      add column raw_shares numeric`.execute(db);
}
