import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Sign-ins whose address is proved on another device than the one that waits. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table phone_sign_in (
      expires_at timestamptz not null,
      opened_at timestamptz,
      redeemed_at timestamptz,
      attempts integer not null default 0,
      phone_hash bytea primary key,
      waiting_hash bytea not null unique,
      purpose bytea not null,
      network bytea not null,
      request jsonb not null,
      account text,
      code_hash bytea
    )`.execute(db);
  await sql`create index phone_sign_in_expiry on phone_sign_in (expires_at)`.execute(db);
}
