import { latencyBucket, LATENCY_BUCKETS, writeRequests, type RequestSample, type Store } from "@portico/store";
import { randomUUID } from "node:crypto";

export const REQUEST_ID = "6f1c2b9e-4a77-4d0e-9a3a-0d5b8f4c2e11";

/** Gives an account ten requests in the last minutes: seven answered, two refused, and one that failed. */
export async function fillRequests(
  db: Store,
  { accountId, keyId }: { accountId: string; keyId: string },
): Promise<void> {
  const requestedAtMs = Date.now() - 60_000;
  const of = { accountId, keyId, operation: "getUserTokenList", requestedAtMs };
  const answered = Array.from({ length: 7 }, () => ({ ...of, status: 200, code: null, units: 4, durationMs: 3 }));
  const refused = { ...of, status: 400, code: "invalid_params", units: 0, durationMs: 0.7 };
  const failed = { ...of, operation: "getToken", status: 503, code: "upstream_error", units: 0, durationMs: 800 };
  const samples: RequestSample[] = [
    { ...refused, id: REQUEST_ID },
    ...[...answered, refused, failed].map((one) => ({ ...one, id: randomUUID() })),
  ];
  const latencyCounts = (durations: readonly number[]) =>
    durations.reduce(
      (counts, ms) => counts.with(latencyBucket(ms), counts[latencyBucket(ms)]! + 1),
      Array.from({ length: LATENCY_BUCKETS }, () => 0),
    );
  const startedAt = Math.floor(requestedAtMs / 300_000) * 300;
  const none = { accountId, keyId, startedAt, units: 0, successes: 0, clientErrors: 0, serverErrors: 0 };
  const lists = { ...none, operation: "getUserTokenList", units: 28, successes: 7, clientErrors: 2 };
  await writeRequests(db, {
    samples,
    counts: [
      { ...lists, latencyCounts: latencyCounts([...answered.map(({ durationMs }) => durationMs), 0.7, 0.7]) },
      { ...none, operation: "getToken", serverErrors: 1, latencyCounts: latencyCounts([800]) },
    ],
  });
}
