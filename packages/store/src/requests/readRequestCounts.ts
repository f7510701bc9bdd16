import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { eachBucket } from "./writeRequests.ts";

export type RequestCountQuery = {
  accountId: string;
  keyId?: string | undefined;
  operation?: string | undefined;
  /** Unix seconds; whole hours, from `since` on and before `until`. */
  since: number;
  until: number;
  /** What rows are told apart by: spans of this many seconds (whole hours), keys, operations, or nothing. */
  by: { stepSeconds: number } | "key" | "operation" | "nothing";
};

/** Requests of a span, a key or an operation. */
export type RequestCounts = {
  /** Start of the span in unix seconds, or the key's or operation's id; "" if nothing is told apart. */
  group: string;
  units: number;
  successes: number;
  clientErrors: number;
  serverErrors: number;
  /** By latencyBucket. */
  latencyCounts: number[];
};

/** Counts of an account's requests, by group. Groups without requests have no row. By the primary key. */
export async function readRequestCounts(db: Store, query: RequestCountQuery): Promise<RequestCounts[]> {
  const { accountId, keyId, operation, since, until } = query;
  const { rows } = await sql<RequestCounts>`
    select ${groupOf(query)} as group, sum(units)::float8 as units, sum(success_count)::float8 as successes,
      sum(client_error_count)::float8 as "clientErrors", sum(server_error_count)::float8 as "serverErrors",
      array[${eachBucket((n) => `sum(latency_counts[${n}])`)}]::float8[] as "latencyCounts"
    from request_hour where account_id = ${accountId}
      and started_at >= to_timestamp(${since}) and started_at < to_timestamp(${until})
      ${keyId === undefined ? sql`` : sql`and key_id = ${keyId}`}
      ${operation === undefined ? sql`` : sql`and operation = ${operation}`}
    group by 1 order by 1`.execute(db);
  return rows;
}

function groupOf({ by, since }: RequestCountQuery) {
  if (by === "key") return sql`key_id`;
  if (by === "operation") return sql`operation`;
  if (by === "nothing") return sql`''::text`;
  const origin = sql`to_timestamp(${since})`;
  return sql`extract(epoch from date_bin(${by.stepSeconds} * interval '1 second', started_at, ${origin}))::bigint::text`;
}
