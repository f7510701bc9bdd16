import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Sessions of the explorer, what its users keep in their account, and the artifacts of an account. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table explorer_session (
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      account bytea not null check (octet_length(account) in (20, 28))
    )`.execute(db);
  await sql`create index explorer_session_expiry on explorer_session (expires_at)`.execute(db);
  await sql`create index explorer_session_by_account on explorer_session (account)`.execute(db);
  await sql`
    create table explorer_lists (
      updated_at timestamptz not null default now(),
      revision uuid not null default gen_random_uuid(),
      account bytea primary key check (octet_length(account) in (20, 28)),
      lists json not null
    )`.execute(db);
  await sql`create index oauth_artifact_by_account on oauth_artifact (account) where account is not null`.execute(db);
}
