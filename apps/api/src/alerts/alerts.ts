import { randomUUID } from "node:crypto";
import { repeat } from "@portico/server";
import {
  assertLease,
  deleteOldNotices,
  evaluateAlerts,
  findAlertRule,
  inTransaction,
  releaseLease,
  takeLease,
  writeNotices,
  type AlertChange,
  type Lease,
  type Store,
} from "@portico/store";
import { sql } from "kysely";
import type { Logger } from "pino";
import { webhookRules } from "../events/webhookUrl.ts";
import { JOB_SCHEMA, startJobQueue, type JobQueue } from "../webhooks/jobQueue.ts";
import { postSigned } from "../webhooks/postSigned.ts";
import { alertText, type AlertBody } from "./alertText.ts";

const LEASE = "alerts";
const TASK = "alert_webhook";
/** As for messages: two days in all. */
const ATTEMPTS = 17;
const EVERY_MS = 30_000;

export interface AlertsOptions {
  readonly db: Store;
  /** Without a pooler. */
  readonly databaseUrl: string;
  readonly log: Logger;
  readonly isReadOnly: boolean;
  /** Whether webhooks may use http and private addresses. */
  readonly isPrivate: boolean;
  /** Interval of evaluations of all processes together. */
  readonly everyMs?: number | undefined;
  readonly pollMs?: number | undefined;
  /** Unix ms. */
  readonly now?: () => number;
}

/** Evaluates the accounts' alert rules, in one process at a time, and tells accounts what fires and what ceased. */
export interface Alerts {
  /** Evaluates all rules now, unless another process has done so within the interval. @returns whether it did. */
  readonly evaluate: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export function startAlerts(options: AlertsOptions): Alerts {
  const { db, log, isReadOnly, everyMs = EVERY_MS, now = Date.now } = options;
  const holder = randomUUID();
  let lease: Lease | undefined;
  let starting: Promise<JobQueue> | undefined;
  const startQueue = (): Promise<JobQueue> => {
    starting ??= startJobQueue({
      ...options,
      task: TASK,
      concurrency: 2,
      work: (payload, { signal }) => deliver(payload as Delivery, { ...options, signal }),
    });
    starting.catch(() => (starting = undefined));
    return starting;
  };
  const evaluate = async (): Promise<boolean> => {
    // it ends shortly before the next round: until then no other process evaluates
    lease = await takeLease(db, { name: LEASE, holder, ttlMs: everyMs * 0.9 });
    const taken = lease;
    if (taken === undefined) return false;
    if (await hasWebhooks(db)) await startQueue();
    await inTransaction(db, async (tx) => {
      await assertLease(tx, taken);
      const at = now();
      await announce(tx, await evaluateAlerts(tx, Math.floor(at / 1000)), new Date(at).toISOString());
      await deleteOldNotices(tx);
    });
    return true;
  };
  const onError = (err: unknown) => log.warn({ err }, "evaluating alerts failed; retrying");
  const rounds = isReadOnly ? undefined : repeat(evaluate, { everyMs, onError });
  return {
    evaluate,
    close: async () => {
      await rounds?.stop();
      if (lease !== undefined) await releaseLease(db, lease).catch(() => undefined); // it expires
      await (await starting?.catch(() => undefined))?.close();
    },
  };
}

async function hasWebhooks(db: Store): Promise<boolean> {
  const { rows } = await sql`select from alert_rule where url is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Notices and webhooks of changes, in the transaction that stores them: each is announced once. */
async function announce(tx: Store, changes: readonly AlertChange[], timestamp: string): Promise<void> {
  const texts = changes.map((change) => ({ change, ...alertText(change, timestamp) }));
  await writeNotices(
    tx,
    texts.map(({ change, title, text }) => ({ accountId: change.rule.accountId, title, body: text })),
  );
  for (const { change, body } of texts) {
    if (change.rule.url === null) continue;
    const delivery = { id: `alert_${randomUUID()}`, ruleId: change.rule.id, body } satisfies Delivery;
    await sql`
      select ${sql.id(JOB_SCHEMA)}.add_job(${TASK}, ${JSON.stringify(delivery)}::json, max_attempts => ${ATTEMPTS}::integer)`.execute(
      tx,
    );
  }
}

interface Delivery {
  readonly id: string;
  readonly ruleId: string;
  readonly body: AlertBody;
}

/** Nothing is sent once the rule is deleted. @throws to repeat the delivery. */
async function deliver(
  { id, ruleId, body }: Delivery,
  { db, log, isPrivate, signal }: Pick<AlertsOptions, "db" | "isPrivate" | "log"> & { readonly signal: AbortSignal },
): Promise<void> {
  const { url = null, secret = null } = (await findAlertRule(db, ruleId)) ?? {};
  if (url === null || secret === null) return;
  try {
    await postSigned({
      url,
      rules: webhookRules(url, isPrivate),
      id,
      body: JSON.stringify(body),
      secrets: [secret],
      signal,
    });
  } catch (error) {
    if (!signal.aborted)
      log.warn({ ruleId, reason: error instanceof Error ? error.message : String(error) }, "alert delivery failed");
    throw error;
  }
}
