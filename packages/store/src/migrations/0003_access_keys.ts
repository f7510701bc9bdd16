import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table access_key (
      id text primary key,
      hash bytea not null unique check (octet_length(hash) = 32),
      name text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      is_unlimited boolean not null default false
    )`.execute(db);
}
