import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The dashboard: sessions, proofs of site ownership, logos, and displayable hints of secrets. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table dashboard_session (
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      token_hash bytea primary key check (octet_length(token_hash) = 32),
      account_id text not null references account
    )`.execute(db);
  await sql`create index dashboard_session_expiry on dashboard_session (expires_at)`.execute(db);
  await sql`
    create table oauth_app_logo (
      updated_at timestamptz not null default now(),
      app_id text primary key references oauth_app on delete cascade,
      image bytea not null
    )`.execute(db);
  await sql`
    alter table oauth_app
      add column validation_token text,
      add column validation_method text check (validation_method in ('file', 'dns'))`.execute(db);
  await sql`
    alter table oauth_client
      add column secret_hints text[] not null default '{}',
      add column old_secret_expires_at timestamptz`.execute(db);
}
