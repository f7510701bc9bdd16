import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { repeat } from "@portico/server";
import { findWebhookMessage, noteWebhookAttempt, type Store, type WebhookChunk } from "@portico/store";
import { Logger, run, type JobHelpers, type Runner, type Task } from "graphile-worker";
import { sql } from "kysely";
import type { Logger as Log } from "pino";
import { postWebhook } from "./postWebhook.ts";
import type { WebhookSettings } from "./webhookSettings.ts";

/** Recipients per request. */
const CHUNK = 1_000;

/** The n-th repetition comes e^n seconds after the attempt before it, at most 6 hours: two days in all. */
const ATTEMPTS = 17;
const CONCURRENCY = 4;
const POLL_MS = 2_000;
/** Delay before restarting a queue that ended by itself: the database was unavailable. */
const RESTART_MS = 5_000;
/** A delivery ends long before: a worker that holds a chunk longer was killed. */
const LOCKED_SECONDS = 120;
const FREE_MS = 30_000;
const SCHEMA = "portico_jobs";
const TASK = "message_webhook";

export interface WebhookQueue {
  /** Recipients per chunk. */
  readonly chunk: number;
  /** Enqueues the chunks of a sending; part of the transaction that stores it. */
  readonly add: (tx: Store, batchId: string, chunks: number) => Promise<void>;
  /** Stops delivering: deliveries in progress are aborted, and repeated by the next process. */
  readonly close: () => Promise<void>;
}

export interface WebhookQueueOptions {
  /** Without a pooler, which would delay notifications of new work. */
  readonly databaseUrl: string;
  readonly db: Store;
  readonly log: Log;
  readonly settings: WebhookSettings;
  /** Interval of checks for repetitions; new work is notified at once. */
  readonly pollMs?: number | undefined;
  /** Interval of checks for chunks of killed workers. */
  readonly freeMs?: number | undefined;
}

/** A queue in its own schema, shared by all processes with a webhook. */
export async function startWebhookQueue({ db, ...options }: WebhookQueueOptions): Promise<WebhookQueue> {
  const { log, settings, freeMs = FREE_MS } = options;
  const ended = new AbortController();
  const { signal } = ended;
  /** Jobs whose attempt was aborted by the end. */
  const cut: string[] = [];
  const deliver = async (payload: unknown, { job }: JobHelpers) => {
    const isLast = job.attempts >= job.max_attempts;
    const delivery = { db, log, settings: { ...settings, signal }, isLast };
    await deliverChunk(payload as WebhookChunk, delivery).catch((error: unknown) => {
      if (signal.aborted) cut.push(job.id);
      throw error;
    });
  };
  const start = () => startRunner(options, deliver);
  let runner = await start();
  const whenEnded = once(signal, "abort");
  const prolongLease = async () => {
    while (!signal.aborted) {
      await Promise.race([
        runner.promise.catch((err: unknown) => log.error({ err }, "the webhook queue stopped")),
        whenEnded,
      ]);
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) runner = await start().catch(() => runner); // the ended one, so that it comes back here
    }
    await runner.stop().catch(() => undefined); // it may have ended by itself
    if (cut.length > 0)
      await returnPieces(db, cut).catch((err: unknown) =>
        log.warn({ err }, "returning aborted webhook deliveries to the queue failed"),
      );
  };
  const prolonged = prolongLease();
  const free = async () => {
    await freePieces(db);
    await reopenPieces(db);
  };
  const freeing = repeat(free, {
    everyMs: freeMs,
    onError: (err) => log.warn({ err }, "releasing webhook deliveries of killed processes failed"),
  });
  return {
    chunk: CHUNK,
    add: addPieces,
    close: async () => {
      ended.abort();
      await Promise.all([prolonged, freeing.stop()]);
    },
  };
}

/**
 * Unlocks chunks that a worker held for too long: it was killed. A worker has one at a time. One that was only paused
 * delivers its chunk again, with the same id.
 */
async function freePieces(db: Store): Promise<void> {
  await sql`
    select ${sql.id(SCHEMA)}.force_unlock_workers(workers) from (
      select array_agg(locked_by) as workers from ${sql.id(SCHEMA)}.jobs
      where task_identifier = ${TASK} and locked_at < now() - ${LOCKED_SECONDS} * interval '1 second'
    ) late where workers is not null`.execute(db);
}

/** Repeats aborted attempts at once: they do not count. */
async function returnPieces(db: Store, jobIds: readonly string[]): Promise<void> {
  await sql`
    select ${sql.id(SCHEMA)}.reschedule_jobs(array[id], run_at => now(), attempts => greatest(attempts - 1, 0))
    from ${sql.id(SCHEMA)}.jobs where id = any(${jobIds}::bigint[])`.execute(db);
}

/**
 * Repeats chunks whose last attempt has no result: it was aborted, and could not be returned.
 * @see returnPieces
 */
async function reopenPieces(db: Store): Promise<void> {
  await sql`
    select ${sql.id(SCHEMA)}.reschedule_jobs(array[jobs.id], run_at => now(), attempts => jobs.max_attempts - 1)
    from ${sql.id(SCHEMA)}.jobs join ${sql.id(SCHEMA)}._private_jobs using (id)
    join message_webhook on batch_id = payload->>'batchId' and chunk = (payload->>'chunk')::integer
    where task_identifier = ${TASK} and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      and state = 'pending'`.execute(db);
}

async function addPieces(tx: Store, batchId: string, chunks: number): Promise<void> {
  await sql`
    select ${sql.id(SCHEMA)}.add_job(
      ${TASK}, json_build_object('batchId', ${batchId}::text, 'chunk', chunk), max_attempts => ${ATTEMPTS}::integer
    ) from generate_series(1, ${chunks}::integer) as chunk`.execute(tx);
}

const startRunner = (
  { databaseUrl, log, pollMs = POLL_MS }: Omit<WebhookQueueOptions, "db">,
  deliver: Task,
): Promise<Runner> =>
  run({
    connectionString: databaseUrl,
    schema: SCHEMA,
    maxPoolSize: 3,
    concurrency: CONCURRENCY,
    pollInterval: pollMs,
    noHandleSignals: true,
    noPreparedStatements: true, // behind a pooler they are on another connection
    logger: new Logger(
      () => (level, message) => log[level === "error" || level === "warning" ? "warn" : "debug"](message),
    ),
    taskList: { [TASK]: deliver },
  });

interface Delivery {
  readonly db: Store;
  readonly log: Log;
  readonly settings: WebhookSettings & { readonly signal: AbortSignal };
  readonly isLast: boolean;
}

/** @throws to repeat the delivery. */
async function deliverChunk(piece: WebhookChunk, { db, log, settings, isLast }: Delivery): Promise<void> {
  const message = await findWebhookMessage(db, piece, CHUNK);
  if (message === undefined) throw new Error(`Unknown message ${piece.batchId}`);
  try {
    await postWebhook(piece, message, settings);
  } catch (error) {
    if (settings.signal.aborted) throw error; // aborted by us: not a failure of the webhook
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ ...piece, reason, isLast }, "webhook delivery failed");
    await noteWebhookAttempt(db, piece, { error: reason, isLast });
    throw error;
  }
  await noteWebhookAttempt(db, piece, { error: null, isLast });
}
