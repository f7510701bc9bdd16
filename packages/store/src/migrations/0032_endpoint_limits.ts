import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * What RPC endpoints have refused, so that no process asks them for it again. No URL is stored, because it could contain
 * a secret: `endpoint` is a hash of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table endpoint_limit (
      endpoint text not null,
      name text not null,
      value double precision not null,
      message text not null,
      learned_at timestamptz not null default clock_timestamp(),
      primary key (endpoint, name)
    )`.execute(db);
  await sql`
    create table endpoint_version (
      endpoint text not null,
      version text not null,
      seen_at timestamptz not null default clock_timestamp(),
      primary key (endpoint, version)
    )`.execute(db);
}
