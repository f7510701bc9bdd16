import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The sign-in service: clients, grants, profiles and follows. */
export async function up(db: Kysely<never>): Promise<void> {
  await createClients(db);
  await createArtifacts(db);
  await createPeople(db);
}

async function createClients(db: Kysely<never>): Promise<void> {
  await sql`
    create table oauth_app (
      id text primary key,
      name text not null,
      site_url text not null,
      logo_url text,
      is_validated boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table oauth_client (
      id text primary key,
      app_id text not null references oauth_app,
      secret_hashes bytea[] not null check (cardinality(secret_hashes) between 1 and 2),
      redirect_uris text[] not null check (cardinality(redirect_uris) > 0),
      scope_format text not null default 'array' check (scope_format in ('array', 'string')),
      refusal text not null default 'redirect' check (refusal in ('redirect', 'page')),
      is_disabled boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index oauth_client_by_app on oauth_client (app_id)`.execute(db);
  await sql`
    create table connect_key (
      kind text not null check (kind in ('jwk', 'cookie')),
      id text not null,
      secret jsonb not null,
      created_at timestamptz not null default now(),
      retired_at timestamptz,
      primary key (kind, id)
    )`.execute(db);
}

async function createArtifacts(db: Kysely<never>): Promise<void> {
  await sql`
    create table oauth_artifact (
      consumed_at timestamptz,
      expires_at timestamptz,
      model text not null,
      id_hash bytea not null check (octet_length(id_hash) = 32),
      grant_id text,
      uid text,
      client_id text,
      account text,
      payload json not null,
      primary key (model, id_hash)
    )`.execute(db);
  await sql`create index oauth_artifact_by_grant on oauth_artifact (grant_id) where grant_id is not null`.execute(db);
  await sql`create index oauth_artifact_by_uid on oauth_artifact (model, uid) where uid is not null`.execute(db);
  await sql`create index oauth_artifact_expiry on oauth_artifact (expires_at)`.execute(db);
  await sql`
    create table siwe_challenge (
      expires_at timestamptz not null,
      used_at timestamptz,
      chain_id bigint not null,
      nonce text primary key,
      interaction text not null,
      message text not null,
      address bytea not null check (octet_length(address) = 20)
    )`.execute(db);
  await sql`create index siwe_challenge_expiry on siwe_challenge (expires_at)`.execute(db);
}

async function createPeople(db: Kysely<never>): Promise<void> {
  await sql`
    create table consent (
      granted_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      account bytea not null check (octet_length(account) = 20),
      client_id text not null references oauth_client on delete cascade,
      grant_id text not null,
      scopes text[] not null,
      primary key (account, client_id)
    )`.execute(db);
  await sql`create index consent_by_grant on consent (grant_id)`.execute(db);
  await sql`create index consent_by_client on consent (client_id)`.execute(db);
  await sql`
    create table profile (
      address bytea primary key check (octet_length(address) = 20),
      name text,
      bio text,
      logo_url text,
      links jsonb not null default '[]',
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table follow (
      created_at timestamptz not null default now(),
      follower bytea not null check (octet_length(follower) = 20),
      followed bytea not null check (octet_length(followed) = 20),
      primary key (follower, followed)
    )`.execute(db);
  await sql`create index follow_by_follower on follow (follower, created_at desc)`.execute(db);
  await sql`create index follow_by_followed on follow (followed, created_at desc)`.execute(db);
}
