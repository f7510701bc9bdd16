import { findWebhookMessage, noteWebhookAttempt, type Store, type WebhookChunk } from "@portico/store";
import { sql } from "kysely";
import type { Logger as Log } from "pino";
import { JOB_SCHEMA, startJobQueue } from "../webhooks/jobQueue.ts";
import { postWebhook } from "./postWebhook.ts";
import type { WebhookSettings } from "./webhookSettings.ts";

/** Recipients per request. */
const CHUNK = 1_000;

/** The n-th repetition comes e^n seconds after the attempt before it, at most 6 hours: two days in all. */
const ATTEMPTS = 17;
const CONCURRENCY = 4;
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
  /** As of a JobQueue. */
  readonly pollMs?: number | undefined;
  readonly freeMs?: number | undefined;
}

/** A queue in its own schema, shared by all processes with a webhook. */
export async function startWebhookQueue({ db, settings, ...options }: WebhookQueueOptions): Promise<WebhookQueue> {
  const { log } = options;
  const queue = await startJobQueue({
    ...options,
    db,
    task: TASK,
    concurrency: CONCURRENCY,
    onFree: () => reopenPieces(db),
    work: async (payload, { job, signal }) => {
      const isLast = job.attempts >= job.max_attempts;
      await deliverChunk(payload as WebhookChunk, { db, log, settings: { ...settings, signal }, isLast });
    },
  });
  return { chunk: CHUNK, add: addPieces, close: queue.close };
}

/**
 * Repeats chunks whose last attempt has no result: it was aborted, and could not be returned to the queue.
 */
async function reopenPieces(db: Store): Promise<void> {
  await sql`
    select ${sql.id(JOB_SCHEMA)}.reschedule_jobs(array[jobs.id], run_at => now(), attempts => jobs.max_attempts - 1)
    from ${sql.id(JOB_SCHEMA)}.jobs join ${sql.id(JOB_SCHEMA)}._private_jobs using (id)
    join message_webhook on batch_id = payload->>'batchId' and chunk = (payload->>'chunk')::integer
    where task_identifier = ${TASK} and jobs.attempts >= jobs.max_attempts and jobs.locked_at is null
      and state = 'pending'`.execute(db);
}

async function addPieces(tx: Store, batchId: string, chunks: number): Promise<void> {
  await sql`
    select ${sql.id(JOB_SCHEMA)}.add_job(
      ${TASK}, json_build_object('batchId', ${batchId}::text, 'chunk', chunk), max_attempts => ${ATTEMPTS}::integer
    ) from generate_series(1, ${chunks}::integer) as chunk`.execute(tx);
}

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
