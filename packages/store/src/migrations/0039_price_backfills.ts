import { sql } from "kysely";
import type { Kysely } from "kysely";

/** How far past prices of owners' tokens are read, on chains that are indexed for owners only. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table price_backfill (
      until_at bigint not null,
      since_at bigint not null,
      chain text not null,
      token bytea not null check (octet_length(token) = 20),
      primary key (chain, token)
    )`.execute(db);
}
