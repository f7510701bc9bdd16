import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Rules by which accounts are alerted, and notices to accounts. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table alert_rule (
      threshold double precision not null check (threshold > 0),
      value double precision,
      created_at timestamptz not null default now(),
      fired_at timestamptz,
      window_minutes integer not null check (window_minutes between 10 and 1440),
      min_requests integer not null default 1 check (min_requests > 0),
      is_paused boolean not null default false,
      id text primary key,
      account_id text not null references account,
      name text not null,
      metric text not null check (metric in ('units', 'error_rate')),
      url text,
      secret text
    )`.execute(db);
  await sql`create index alert_rule_by_account on alert_rule (account_id, created_at)`.execute(db);
  await sql`
    create table notice (
      id bigint generated always as identity primary key,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      account_id text not null references account,
      title text not null,
      body text not null
    )`.execute(db);
  await sql`create index notice_by_account on notice (account_id, id desc)`.execute(db);
  await sql`create index notice_by_age on notice (created_at)`.execute(db);
}
