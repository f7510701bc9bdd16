import { sql } from "kysely";
import type { Kysely } from "kysely";

/** What accounts ask the operator for in units. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table unit_request (
      units bigint not null check (units > 0),
      granted_units bigint,
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      id text primary key,
      account_id text not null references account,
      reason text not null,
      answer text,
      decided_by text
    )`.execute(db);
  await sql`create unique index unit_request_waiting on unit_request (account_id) where decided_at is null`.execute(db);
  await sql`create index unit_request_by_account on unit_request (account_id, created_at desc)`.execute(db);
}
