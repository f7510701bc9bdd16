import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { repeat } from "@portico/server";
import type { Store } from "@portico/store";
import type { Job, Runner } from "graphile-worker";
import { sql } from "kysely";
import type { Logger as Log } from "pino";

const POLL_MS = 2_000;
/** Delay before restarting a queue that ended by itself: the database was unavailable. */
const RESTART_MS = 5_000;
/** A job ends long before: a worker that holds one longer was killed. */
const LOCKED_SECONDS = 120;
const FREE_MS = 30_000;
/** graphile-worker's tables. */
export const JOB_SCHEMA = "portico_jobs";

/** Jobs of one task, in the database, shared by all processes that run it. */
export interface JobQueue {
  /** Stops working: jobs in progress are aborted, and repeated by the next process. */
  readonly close: () => Promise<void>;
}

export interface JobQueueOptions {
  /** Without a pooler, which would delay notifications of new work. */
  readonly databaseUrl: string;
  readonly db: Store;
  readonly log: Log;
  readonly task: string;
  /** Works on one job; a failure repeats it, later and later. `signal` aborts when the process ends. */
  readonly work: (payload: unknown, context: { readonly job: Job; readonly signal: AbortSignal }) => Promise<void>;
  readonly concurrency: number;
  /** Run with the release of jobs of killed workers. */
  readonly onFree?: (() => Promise<void>) | undefined;
  /** Interval of checks for repetitions; new work is notified at once. */
  readonly pollMs?: number | undefined;
  /** Interval of checks for jobs of killed workers. */
  readonly freeMs?: number | undefined;
  /** After how long a worker counts as killed; default two minutes. */
  readonly lockedSeconds?: number | undefined;
}

export async function startJobQueue(options: JobQueueOptions): Promise<JobQueue> {
  const { db, log, task, work, onFree, freeMs = FREE_MS, lockedSeconds = LOCKED_SECONDS } = options;
  const ended = new AbortController();
  const { signal } = ended;
  /** Jobs that were aborted by the end. */
  const cut: string[] = [];
  const runTask = async (payload: unknown, { job }: { readonly job: Job }) => {
    await work(payload, { job, signal }).catch((error: unknown) => {
      if (signal.aborted) cut.push(job.id);
      throw error;
    });
  };
  const start = () => startRunner(options, runTask);
  let runner = await start();
  const whenEnded = once(signal, "abort");
  const keepRunning = async () => {
    while (!signal.aborted) {
      await Promise.race([
        runner.promise.catch((err: unknown) => log.error({ err, task }, "a job queue stopped")),
        whenEnded,
      ]);
      await sleep(RESTART_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) runner = await start().catch(() => runner); // the ended one, so that it comes back here
    }
    await runner.stop().catch(() => undefined); // it may have ended by itself
    if (cut.length > 0)
      await returnJobs(db, cut).catch((err: unknown) =>
        log.warn({ err, task }, "returning aborted jobs to the queue failed"),
      );
  };
  const running = keepRunning();
  const free = async () => {
    await freeJobs(db, task, lockedSeconds);
    await onFree?.();
  };
  const freeing = repeat(free, {
    everyMs: freeMs,
    onError: (err) => log.warn({ err, task }, "releasing jobs of killed processes failed"),
  });
  return {
    close: async () => {
      ended.abort();
      await Promise.all([running, freeing.stop()]);
    },
  };
}

/**
 * Unlocks jobs that a worker held for too long: it was killed. A worker has one at a time. One that was only paused
 * repeats what it did.
 */
async function freeJobs(db: Store, task: string, lockedSeconds: number): Promise<void> {
  await sql`
    select ${sql.id(JOB_SCHEMA)}.force_unlock_workers(workers) from (
      select array_agg(locked_by) as workers from ${sql.id(JOB_SCHEMA)}.jobs
      where task_identifier = ${task} and locked_at < now() - ${lockedSeconds} * interval '1 second'
    ) late where workers is not null`.execute(db);
}

/** Repeats aborted attempts at once: they do not count. */
async function returnJobs(db: Store, jobIds: readonly string[]): Promise<void> {
  await sql`
    select ${sql.id(JOB_SCHEMA)}.reschedule_jobs(array[id], run_at => now(), attempts => greatest(attempts - 1, 0))
    from ${sql.id(JOB_SCHEMA)}.jobs where id = any(${jobIds}::bigint[])`.execute(db);
}

/** The library reads files when it is loaded, so a process without jobs doesn't load it. */
async function startRunner(
  { databaseUrl, log, task, concurrency, pollMs = POLL_MS }: JobQueueOptions,
  runTask: (payload: unknown, helpers: { readonly job: Job }) => Promise<void>,
): Promise<Runner> {
  const { Logger, run } = await import("graphile-worker");
  return await run({
    connectionString: databaseUrl,
    schema: JOB_SCHEMA,
    maxPoolSize: 3,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    noPreparedStatements: true, // behind a pooler they are on another connection
    logger: new Logger(
      () => (level, message) => log[level === "error" || level === "warning" ? "warn" : "debug"](message),
    ),
    taskList: { [task]: runTask },
  });
}
