import {
  deleteExcessRequests,
  deleteOldRequests,
  latencyBucket,
  LATENCY_BUCKETS,
  SPAN_SECONDS,
  writeRequests,
} from "@portico/store";
import type { RequestBatch, RequestCount, RequestSample, Store } from "@portico/store";

/** An answered request of an account: nothing that its client chose except the operation. */
export type LoggedRequest = {
  /** UUID, as its response has it. */
  id: string;
  accountId: string;
  /** Of an access key or an OAuth client. */
  keyId: string;
  operation: string;
  status: number;
  /** Of the error. */
  code: string | undefined;
  units: number;
  durationMs: number;
  /** Whether it lasts as long as its client wants: its duration says nothing about the service. */
  isStream: boolean;
};

/** Samples of an account between two reports. */
const MAX_ERRORS = 20;
const MAX_SUCCESSES = 2;
/** Groups of counts between two reports, which are seconds apart unless the database is away. */
const MAX_COUNTS = 20_000;
/** Interval of deletions. */
const CLEAN_MS = 60_000;

export interface RequestLog {
  readonly record: (request: LoggedRequest) => void;
  /** Writes what was recorded; if that fails, it is written with the next. */
  readonly write: (db: Store) => Promise<void>;
  /** Deletes old requests, once a minute. */
  readonly clean: (db: Store) => Promise<void>;
}

type Samples = { errors: RequestSample[]; successes: RequestSample[]; successCount: number };

/**
 * Counts requests, and keeps samples of them, in memory until the next report: the errors of an account up to a bound,
 * and of its successes a few, each as likely as any other.
 */
export function createRequestLog({ now, random }: { now: () => number; random: () => number }): RequestLog {
  let counts = new Map<string, RequestCount>();
  let samples = new Map<string, Samples>();
  let sent: RequestBatch | undefined;
  let writing: Promise<void> = Promise.resolve();
  let sampled = new Set<string>();
  let cleanAt = performance.now();

  const record = (request: LoggedRequest) => {
    const requestedAtMs = now() - request.durationMs;
    const { id, accountId, keyId, operation, status, code = null, units, durationMs } = request;
    const startedAt = Math.floor(requestedAtMs / 1000 / SPAN_SECONDS) * SPAN_SECONDS;
    const group = `${startedAt} ${accountId} ${keyId} ${operation}`;
    const known = counts.get(group);
    if (known !== undefined) addTo(known, request);
    else if (counts.size < MAX_COUNTS)
      counts.set(group, addTo({ accountId, keyId, operation, startedAt, ...nothing() }, request));
    const own = samples.get(accountId) ?? { errors: [], successes: [], successCount: 0 };
    samples.set(accountId, own);
    const at = Math.round(requestedAtMs);
    const make = () => ({ id, accountId, keyId, operation, requestedAtMs: at, status, code, units, durationMs });
    addSample(own, { isError: status >= 400, random, make });
  };
  const takeBatch = (): RequestBatch => {
    const all = [...samples.values()].flatMap(({ errors, successes }) => [...errors, ...successes]);
    for (const { accountId } of all) sampled.add(accountId);
    const batch = { counts: [...counts.values()], samples: all };
    counts = new Map();
    samples = new Map();
    return batch;
  };
  const writeBatch = async (db: Store) => {
    sent ??= takeBatch();
    if (sent.counts.length > 0 || sent.samples.length > 0) await writeRequests(db, sent);
    sent = undefined;
  };
  /** One at a time: two would count the same batch. */
  const write = (db: Store): Promise<void> => {
    const result = writing.then(() => writeBatch(db));
    writing = result.catch(() => undefined);
    return result;
  };
  const clean = async (db: Store) => {
    if (performance.now() < cleanAt) return;
    cleanAt = performance.now() + CLEAN_MS;
    await deleteOldRequests(db);
    const accountIds = [...sampled];
    if (accountIds.length > 0) await deleteExcessRequests(db, accountIds);
    sampled = new Set();
  };
  return { record, write, clean };
}

const nothing = () => ({
  units: 0,
  successes: 0,
  clientErrors: 0,
  serverErrors: 0,
  latencyCounts: Array.from({ length: LATENCY_BUCKETS }, () => 0),
});

function addTo(count: RequestCount, { status, units, durationMs, isStream }: LoggedRequest): RequestCount {
  count.units += units;
  if (status < 400) count.successes++;
  else if (status < 500) count.clientErrors++;
  else count.serverErrors++;
  const bucket = latencyBucket(durationMs);
  if (!isStream) count.latencyCounts[bucket] = (count.latencyCounts[bucket] ?? 0) + 1;
  return count;
}

interface NewSample {
  readonly isError: boolean;
  readonly random: () => number;
  readonly make: () => RequestSample;
}

/** Keeps the first errors; of the successes, the n-th replaces one of those kept with probability MAX / n. */
function addSample(own: Samples, { isError, random, make }: NewSample): void {
  if (isError) {
    if (own.errors.length < MAX_ERRORS) own.errors.push(make());
    return;
  }
  own.successCount++;
  const isFull = own.successes.length >= MAX_SUCCESSES;
  const place = isFull ? Math.floor(random() * own.successCount) : own.successes.length;
  if (place < MAX_SUCCESSES) own.successes[place] = make();
}
