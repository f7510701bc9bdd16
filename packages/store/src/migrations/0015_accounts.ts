import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Billing: accounts, units with their ledger, leases and usage, prices, and ownership of keys and applications. */
export async function up(db: Kysely<never>): Promise<void> {
  await createAccounts(db);
  await createLedger(db);
  await createCounters(db);
  await addOwners(db);
}

async function createAccounts(db: Kysely<never>): Promise<void> {
  await sql`
    create table account (
      balance bigint not null default 0 check (balance >= 0),
      created_at timestamptz not null default now(),
      is_disabled boolean not null default false,
      is_operator boolean not null default false,
      id text primary key,
      name text not null,
      owner bytea unique check (octet_length(owner) = 20)
    ) with (fillfactor = 50)`.execute(db); // a lease changes the balance: room for HOT updates
  await sql`create index account_by_age on account (created_at desc, id)`.execute(db);
  await sql`
    create table unit_price (
      updated_at timestamptz not null default now(),
      units integer not null check (units > 0),
      operation text primary key,
      updated_by text not null
    )`.execute(db);
}

async function createLedger(db: Kysely<never>): Promise<void> {
  await sql`
    create table unit_ledger (
      id bigint generated always as identity primary key,
      amount bigint not null check (amount <> 0),
      created_at timestamptz not null default now(),
      account_id text not null references account,
      reason text not null,
      actor text not null,
      reference text,
      unique (account_id, reference)
    )`.execute(db);
  await sql`create index unit_ledger_by_account on unit_ledger (account_id, id desc)`.execute(db);
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'unit_ledger is append-only: add an entry that corrects' using errcode = '55000';
    end $$`.execute(db);
  await sql`
    create trigger unit_ledger_append_only before update or delete or truncate on unit_ledger
    for each statement execute function refuse_ledger_change()`.execute(db);
}

async function createCounters(db: Kysely<never>): Promise<void> {
  await sql`
    create table unit_lease (
      id uuid primary key,
      amount bigint not null,
      spent bigint not null default 0 check (spent >= 0 and spent <= amount),
      seq bigint not null default 0,
      expires_at timestamptz not null,
      account_id text not null references account,
      process text not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index unit_lease_expiry on unit_lease (expires_at) where amount > spent`.execute(db);
  await sql`create index unit_lease_by_account on unit_lease (account_id)`.execute(db);
  await sql`
    create table unit_usage (
      units bigint not null,
      calls bigint not null,
      day date not null,
      account_id text not null references account,
      key_id text not null,
      operation text not null,
      primary key (account_id, day, key_id, operation)
    ) with (fillfactor = 50)`.execute(db);
}

async function addOwners(db: Kysely<never>): Promise<void> {
  await sql`
    alter table access_key
      add column account_id text references account,
      add column ip_ranges cidr[],
      add column operations text[],
      add column rate_per_second integer check (rate_per_second > 0),
      add column last_used_at timestamptz,
      add column replaced_by text`.execute(db);
  await sql`create index access_key_by_account on access_key (account_id) where account_id is not null`.execute(db);
  await sql`alter table oauth_app add column account_id text references account`.execute(db);
  await sql`create index oauth_app_by_account on oauth_app (account_id) where account_id is not null`.execute(db);
}
