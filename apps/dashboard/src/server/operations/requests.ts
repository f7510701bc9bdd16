import { listAccessKeys, listRequests, readClientNames, type RequestSample, type Store } from "@portico/store";
import type { LoggedRequest } from "@portico/contract";
import type { Operation } from "../deps.ts";

/** GET /dashboard/requests */
export const getDashboardRequests: Operation<"getDashboardRequests"> = async ({ query, reply }, { db, session }) => {
  const { accountId } = session;
  const [{ requests, total }, names] = await Promise.all([
    listRequests(db, {
      accountId,
      start: query.start,
      limit: query.limit,
      id: query.request_id,
      operation: query.operation,
      keyId: query.key_id,
      status: query.status === undefined ? undefined : readStatus(query.status),
      minUnits: query.min_units,
      minMs: query.min_ms,
      since: query.since,
      until: query.until,
    }),
    readKeyNames(db, accountId),
  ]);
  return reply(200, { request_list: requests.map((request) => toResponse(request, names)), total_count: total });
};

/** A status, or a class such as 4xx. */
function readStatus(text: string): { from: number; to: number } {
  if (!text.endsWith("xx")) return { from: Number(text), to: Number(text) };
  const from = Number(text[0]) * 100;
  return { from, to: from + 99 };
}

/** Names of an account's keys, and of the applications of its clients, by id. */
export async function readKeyNames(db: Store, accountId: string): Promise<ReadonlyMap<string, string>> {
  const [keys, clients] = await Promise.all([listAccessKeys(db, { accountId }), readClientNames(db, accountId)]);
  return new Map([...clients, ...keys.map(({ id, name }) => [id, name] as const)]);
}

const toResponse = (request: RequestSample, names: ReadonlyMap<string, string>): LoggedRequest => ({
  request_id: request.id,
  requested_at: request.requestedAtMs / 1000,
  operation: request.operation,
  key_id: request.keyId,
  key_name: names.get(request.keyId) ?? "",
  status: request.status,
  code: request.code,
  units: request.units,
  duration_ms: Math.round(request.durationMs * 10) / 10,
});
