import { repeat } from "@portico/server";
import { hasSubscriptions, inTransaction, listForgotten, takeUnqueued, type Store } from "@portico/store";
import { sql } from "kysely";
import { JOB_SCHEMA, startJobQueue, type JobQueue, type JobQueueOptions } from "../webhooks/jobQueue.ts";
import { deliverEvents, type DeliveryDeps } from "./deliverEvents.ts";

const TASK = "event_webhook";
const CONCURRENCY = 8;
/** Notifications come at once; this is for those that are lost. */
const POLL_MS = 5_000;
const FORGOTTEN_MINUTES = 10;
/** A round ends before, some 15 s after ROUND_MS of deliverEvents.ts: others wait for as long if its process is killed. */
const LOCKED_SECONDS = 60;
const FREE_MS = 10_000;

/** Deliveries of events to the webhooks of subscriptions. */
export interface EventQueue {
  /** New events were written. */
  readonly onNotify: () => void;
  /** Works on this subscription soon: it is new, or its dead letters are asked for. If it can't be queued, later. */
  readonly wake: (subscriptionId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface EventQueueOptions
  extends Omit<DeliveryDeps, "signal">, Pick<JobQueueOptions, "databaseUrl" | "freeMs" | "lockedSeconds" | "pollMs"> {
  readonly isReadOnly: boolean;
}

/**
 * One job per subscription that has events, in a queue of its own, so that no two processes work on it at the same time.
 * graphile-worker is started with the first subscription.
 */
export function createEventQueue(options: EventQueueOptions): EventQueue {
  const { db, log, isReadOnly, pollMs = POLL_MS } = options;
  let starting: Promise<JobQueue> | undefined;
  let isClosed = false;
  const start = (): Promise<JobQueue> => {
    starting ??= startQueue(options);
    starting.catch(() => (starting = undefined));
    return starting;
  };
  const dispatch = async (): Promise<void> => {
    if (isClosed || (starting === undefined && !(await hasSubscriptions(db)))) return;
    await start();
    await inTransaction(db, async (tx) => addJobs(tx, await takeUnqueued(tx)));
  };
  let dispatching: Promise<void> = Promise.resolve();
  let isWanted = false;
  const onNotify = (): void => {
    if (isReadOnly || isWanted) return;
    isWanted = true;
    dispatching = dispatching
      .then(() => {
        isWanted = false;
        return dispatch();
      })
      .catch((err: unknown) => log.warn({ err }, "queueing deliveries of events failed; retrying"));
  };
  const polling = repeat(async () => onNotify(), { everyMs: pollMs, onError: () => undefined });
  return {
    onNotify,
    wake: async (subscriptionId) => {
      try {
        await start();
        await addJobs(db, [subscriptionId]);
      } catch (err) {
        log.warn({ err }, "queueing a subscription failed; retrying"); // by onNotify, or at the latest by onFree
      }
    },
    close: async () => {
      isClosed = true;
      await polling.stop();
      await dispatching;
      await (await starting?.catch(() => undefined))?.close();
    },
  };
}

function startQueue(options: EventQueueOptions): Promise<JobQueue> {
  const { db, lockedSeconds = LOCKED_SECONDS, freeMs = FREE_MS } = options;
  return startJobQueue({
    ...options,
    lockedSeconds,
    freeMs,
    task: TASK,
    concurrency: CONCURRENCY,
    onFree: async () => addJobs(db, await listForgotten(db, FORGOTTEN_MINUTES)),
    work: async (payload, { signal }) => {
      const { subscriptionId } = payload as { readonly subscriptionId: string };
      const seconds = await deliverEvents(subscriptionId, { ...options, signal });
      if (seconds !== undefined) await addJobs(db, [subscriptionId], seconds);
    },
  });
}

/** A job that waits begins sooner, never later; beside one that runs, another follows. */
async function addJobs(db: Store, subscriptionIds: readonly string[], seconds = 0): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await sql`
    select ${sql.id(JOB_SCHEMA)}.add_job(
      ${TASK}, json_build_object('subscriptionId', id), queue_name => id, job_key => id,
      run_at => now() + make_interval(secs => ${seconds}::float8),
      job_key_mode => ${seconds === 0 ? "replace" : "preserve_run_at"}
    ) from unnest(${[...subscriptionIds]}::text[]) as id`.execute(db);
}
