import type { TrafficCounts, TrafficGroup } from "@portico/contract";
import { latencyQuantile, readRequestCounts, type RequestCounts } from "@portico/store";
import type { Operation } from "../deps.ts";
import { readKeyNames } from "./requests.ts";

const HOUR = 3600;

/** Lengths of a span, in seconds, and how many there are. */
const RANGES = {
  "24h": { step: HOUR, count: 24 },
  "7d": { step: 6 * HOUR, count: 28 },
  "30d": { step: 24 * HOUR, count: 30 },
} as const;

/** GET /dashboard/traffic */
export const getDashboardTraffic: Operation<"getDashboardTraffic"> = async ({ query, reply }, { db, session }) => {
  const { accountId } = session;
  const { step, count } = RANGES[query.range];
  const until = Math.ceil((Math.floor(Date.now() / 1000) + 1) / step) * step;
  const since = until - count * step;
  const of = { accountId, keyId: query.key_id, operation: query.operation, since, until };
  const [points, operations, keys, all, names] = await Promise.all([
    readRequestCounts(db, { ...of, by: { stepSeconds: step } }),
    readRequestCounts(db, { ...of, by: "operation" }),
    readRequestCounts(db, { ...of, by: "key" }),
    readRequestCounts(db, { ...of, by: "nothing" }),
    readKeyNames(db, accountId),
  ]);
  const byTime = new Map(points.map((point) => [Number(point.group), point]));
  const times = Array.from({ length: count }, (_, index) => since + index * step);
  return reply(200, {
    from: since,
    to: until,
    step_seconds: step,
    total: toCounts(all[0]),
    point_list: times.map((timeAt) => ({ time_at: timeAt, ...toCounts(byTime.get(timeAt)) })),
    operation_list: toGroups(operations, () => ""),
    key_list: toGroups(keys, (id) => names.get(id) ?? ""),
  });
};

const toGroups = (rows: readonly RequestCounts[], nameOf: (id: string) => string): TrafficGroup[] =>
  rows
    .map((row) => ({ id: row.group, name: nameOf(row.group), ...toCounts(row) }))
    .toSorted((a, b) => b.requests - a.requests);

/** @param counts - Undefined: none. */
function toCounts(counts: RequestCounts | undefined): TrafficCounts {
  const { successes = 0, clientErrors = 0, serverErrors = 0, units = 0, latencyCounts = [] } = counts ?? {};
  return {
    requests: successes + clientErrors + serverErrors,
    successes,
    client_errors: clientErrors,
    server_errors: serverErrors,
    units,
    p50_ms: quantile(latencyCounts, 0.5),
    p95_ms: quantile(latencyCounts, 0.95),
    p99_ms: quantile(latencyCounts, 0.99),
  };
}

function quantile(counts: readonly number[], share: number): number | null {
  const ms = latencyQuantile(counts, share);
  return ms === undefined ? null : Math.round(ms * 10) / 10;
}
