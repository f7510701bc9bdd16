import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Rate at which the processes that share a database may call each RPC URL, in total. A crash may delete it (unlogged).
 * No URL is stored, because it could contain a secret: `endpoint` is a hash of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table rpc_rate (
      endpoint text primary key,
      halved_rate double precision,
      halved_at timestamptz,
      next_at timestamptz not null
    )`.execute(db);
}
