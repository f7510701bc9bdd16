import { sql } from "kysely";
import type { Kysely } from "kysely";

/** What accounts requested: counts by hour and by five minutes, and a sample of single requests. */
export async function up(db: Kysely<never>): Promise<void> {
  const counts = sql`
    units bigint not null,
    success_count bigint not null,
    client_error_count bigint not null,
    server_error_count bigint not null`;
  await sql`
    create table request_hour (
      ${counts},
      started_at timestamptz not null,
      account_id text not null,
      key_id text not null,
      operation text not null,
      latency_counts bigint[] not null,
      primary key (account_id, started_at, key_id, operation)
    ) with (fillfactor = 50)`.execute(db); // every report updates a row: room for HOT updates
  await sql`create index request_hour_by_age on request_hour (started_at)`.execute(db);
  await sql`
    create table request_span (
      ${counts},
      started_at timestamptz not null,
      account_id text not null,
      primary key (account_id, started_at)
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index request_span_by_age on request_span (started_at)`.execute(db);
  await sql`
    create table request_sample (
      units bigint not null,
      duration_ms double precision not null,
      requested_at timestamptz not null,
      id uuid primary key,
      status integer not null,
      is_error boolean generated always as (status >= 400) stored not null,
      account_id text not null,
      key_id text not null,
      operation text not null,
      code text
    )`.execute(db);
  await sql`create index request_sample_by_account on request_sample (account_id, is_error, requested_at)`.execute(db);
  await sql`create index request_sample_by_age on request_sample (requested_at)`.execute(db);
}
