import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { toNumberArray } from "../encoding/bytea.ts";
import { LATENCY_BUCKETS } from "./latency.ts";

/** Five minutes. */
export const SPAN_SECONDS = 300;

/** Requests of one account, key and operation that began in the same five minutes. */
export type RequestCount = {
  accountId: string;
  keyId: string;
  operation: string;
  /** Unix seconds, a multiple of SPAN_SECONDS. */
  startedAt: number;
  units: number;
  /** Answered with a status below 400. */
  successes: number;
  clientErrors: number;
  serverErrors: number;
  /** By latencyBucket; without requests that last as long as their client wants, such as streams. */
  latencyCounts: number[];
};

export type RequestSample = {
  /** UUID. */
  id: string;
  accountId: string;
  keyId: string;
  operation: string;
  /** Unix milliseconds. */
  requestedAtMs: number;
  status: number;
  /** Of the error; null for a success. */
  code: string | null;
  units: number;
  durationMs: number;
};

export type RequestBatch = { counts: readonly RequestCount[]; samples: readonly RequestSample[] };

/**
 * Adds requests to the counts, and stores samples, in one statement. Times in the future, of a process with a wrong
 * clock, count as now.
 */
export async function writeRequests(db: Store, { counts, samples }: RequestBatch): Promise<void> {
  await sql`
    with given as (${rowsOfCounts(counts)}), hour as (
      insert into request_hour (account_id, started_at, key_id, operation, ${COUNTS}, latency_counts)
      select account_id, date_trunc('hour', started_at), key_id, operation, ${SUMS}, array[${eachBucket((n) => `sum(latency_counts[${n}])`)}]
      from given group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (account_id, started_at, key_id, operation) do update set ${added("request_hour")},
        latency_counts = array[${eachBucket((n) => `request_hour.latency_counts[${n}] + excluded.latency_counts[${n}]`)}]
    ), span as (
      insert into request_span (account_id, started_at, ${COUNTS})
      select account_id, started_at, ${SUMS} from given group by 1, 2 order by 1, 2
      on conflict (account_id, started_at) do update set ${added("request_span")}
    )
    insert into request_sample (id, account_id, key_id, operation, requested_at, status, code, units, duration_ms)
    ${rowsOfSamples(samples)} on conflict do nothing`.execute(db);
}

const NAMES = ["units", "success_count", "client_error_count", "server_error_count"];
const COUNTS = sql.raw(NAMES.join(", "));
const SUMS = sql.raw(NAMES.map((name) => `sum(${name})`).join(", "));

const added = (table: string) =>
  sql.raw(NAMES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(", "));

/** SQL for each bucket, numbered from 1. */
export const eachBucket = (toSql: (n: number) => string): RawBuilder<unknown> =>
  sql.raw(Array.from({ length: LATENCY_BUCKETS }, (_, index) => toSql(index + 1)).join(", "));

const rowsOfCounts = (counts: readonly RequestCount[]) => sql`
  select account_id, key_id, operation, units, success_count, client_error_count, server_error_count,
    date_bin(${SPAN_SECONDS} * interval '1 second', least(to_timestamp(seconds), now()), 'epoch') as started_at,
    latencies::bigint[] as latency_counts
  from unnest(
    ${counts.map(({ accountId }) => accountId)}::text[], ${counts.map(({ keyId }) => keyId)}::text[],
    ${counts.map(({ operation }) => operation)}::text[], ${toNumberArray(counts.map(({ units }) => units))}::bigint[],
    ${toNumberArray(counts.map(({ successes }) => successes))}::bigint[],
    ${toNumberArray(counts.map(({ clientErrors }) => clientErrors))}::bigint[],
    ${toNumberArray(counts.map(({ serverErrors }) => serverErrors))}::bigint[],
    ${toNumberArray(counts.map(({ startedAt }) => startedAt))}::bigint[],
    ${counts.map(({ latencyCounts }) => toNumberArray(latencyCounts))}::text[]
  ) as count (
    account_id, key_id, operation, units, success_count, client_error_count, server_error_count, seconds, latencies
  )`;

const rowsOfSamples = (samples: readonly RequestSample[]) => sql`
  select id, account_id, key_id, operation, least(to_timestamp(ms / 1000.0), now()), status, code, units, duration_ms
  from unnest(
    ${samples.map(({ id }) => id)}::uuid[], ${samples.map(({ accountId }) => accountId)}::text[],
    ${samples.map(({ keyId }) => keyId)}::text[], ${samples.map(({ operation }) => operation)}::text[],
    ${toNumberArray(samples.map(({ requestedAtMs }) => requestedAtMs))}::bigint[],
    ${toNumberArray(samples.map(({ status }) => status))}::integer[], ${samples.map(({ code }) => code)}::text[],
    ${toNumberArray(samples.map(({ units }) => units))}::bigint[],
    ${toNumberArray(samples.map(({ durationMs }) => durationMs))}::float8[]
  ) as sample (id, account_id, key_id, operation, ms, status, code, units, duration_ms)`;
