import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Store } from "../database/database.ts";
import type { RequestSampleTable } from "./requestSchema.ts";
import type { RequestSample } from "./writeRequests.ts";

export type RequestFilter = {
  id?: string | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  /** Bounds are included. */
  status?: { from: number; to: number } | undefined;
  minUnits?: number | undefined;
  minMs?: number | undefined;
  /** Unix seconds: at or after `since`, before `until`. */
  since?: number | undefined;
  until?: number | undefined;
};

export type RequestQuery = RequestFilter & { accountId: string; start: number; limit: number };

type Row = Selectable<RequestSampleTable> & { total: bigint };

/** A page of an account's sampled requests, newest first, and how many there are. By request_sample_by_account. */
export async function listRequests(
  db: Store,
  query: RequestQuery,
): Promise<{ requests: RequestSample[]; total: number }> {
  const { accountId, start, limit } = query;
  const where = sql`account_id = ${accountId} and ${conditionsOf(query)}`;
  const { rows } = await sql<Row>`
    select *, count(*) over () as total from request_sample where ${where}
    order by requested_at desc, id limit ${limit} offset ${start}`.execute(db);
  if (rows[0] !== undefined) return { requests: rows.map(toSample), total: Number(rows[0].total) };
  const { rows: counted } = await sql<{ total: bigint }>`
    select count(*) as total from request_sample where ${where}`.execute(db);
  return { requests: [], total: Number(counted[0]?.total ?? 0n) };
}

function conditionsOf({ id, operation, keyId, status, minUnits, minMs, since, until }: RequestFilter) {
  const conditions = [
    id === undefined ? undefined : sql`id = ${id}::uuid`,
    operation === undefined ? undefined : sql`operation = ${operation}`,
    keyId === undefined ? undefined : sql`key_id = ${keyId}`,
    status === undefined ? undefined : sql`status between ${status.from} and ${status.to}`,
    minUnits === undefined ? undefined : sql`units >= ${minUnits}`,
    minMs === undefined ? undefined : sql`duration_ms >= ${minMs}`,
    since === undefined ? undefined : sql`requested_at >= to_timestamp(${since})`,
    until === undefined ? undefined : sql`requested_at < to_timestamp(${until})`,
  ].filter((condition) => condition !== undefined);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

const toSample = (row: Row): RequestSample => ({
  id: row.id,
  accountId: row.account_id,
  keyId: row.key_id,
  operation: row.operation,
  requestedAtMs: row.requested_at.getTime(),
  status: row.status,
  code: row.code,
  units: Number(row.units),
  durationMs: row.duration_ms,
});
