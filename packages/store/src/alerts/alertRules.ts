import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import type { AlertMetric, AlertRuleTable } from "./alertSchema.ts";

type NewAlertRule = {
  accountId: string;
  name: string;
  metric: AlertMetric;
  /** Units, or errors per request in 0..1. */
  threshold: number;
  windowMinutes: number;
  minRequests: number;
  webhook: { url: string; secret: string } | null;
};

export type AlertRule = Omit<NewAlertRule, "webhook"> & {
  id: string;
  url: string | null;
  secret: string | null;
  createdAt: Date;
  isPaused: boolean;
  /** Since when it fires; null: it does not. */
  firedAt: Date | null;
  /** As of the last evaluation; null: none, or too few requests. */
  value: number | null;
};

/** @returns the rule; undefined if the account has `max` already. */
export function createAlertRule(db: Store, rule: NewAlertRule, max: number): Promise<AlertRule | undefined> {
  const { accountId, webhook } = rule;
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`portico alert rules ${accountId}`}, 0))`.execute(tx);
    if ((await listAlertRules(tx, accountId)).length >= max) return undefined;
    const { rows } = await sql<Row>`
      insert into alert_rule (id, account_id, name, metric, threshold, window_minutes, min_requests, url, secret) values (
        ${`alr_${randomBytes(12).toString("base64url")}`}, ${accountId}, ${rule.name}, ${rule.metric}, ${rule.threshold},
        ${rule.windowMinutes}, ${rule.minRequests}, ${webhook?.url ?? null}, ${webhook?.secret ?? null}
      ) returning *`.execute(tx);
    return toAlertRule(rows[0]!);
  });
}

/** An account's rules, oldest first. */
export async function listAlertRules(db: Store, accountId: string): Promise<AlertRule[]> {
  const { rows } = await sql<Row>`
    select * from alert_rule where account_id = ${accountId} order by created_at, id`.execute(db);
  return rows.map(toAlertRule);
}

export async function findAlertRule(db: Store, id: string): Promise<AlertRule | undefined> {
  const { rows } = await sql<Row>`select * from alert_rule where id = ${id}`.execute(db);
  return rows[0] && toAlertRule(rows[0]);
}

type AlertRuleChange = Partial<Omit<NewAlertRule, "accountId" | "webhook">> & {
  isPaused?: boolean;
  /** The secret is taken if the rule has none yet. */
  webhook?: NewAlertRule["webhook"];
};

/**
 * Changes the given fields. A paused rule is not evaluated, and no longer fires; one with another condition does not
 * fire until it is evaluated. @returns undefined if the account has no such rule.
 */
export async function updateAlertRule(
  db: Store,
  { id, accountId }: { id: string; accountId: string },
  change: AlertRuleChange,
): Promise<AlertRule | undefined> {
  const { name, metric, threshold, windowMinutes, minRequests, isPaused, webhook } = change;
  const condition = [metric, threshold, windowMinutes, minRequests];
  const isReset = isPaused === true || condition.some((value) => value !== undefined);
  const row = await db
    .updateTable("alert_rule")
    .set({
      id,
      ...(name !== undefined && { name }),
      ...(metric !== undefined && { metric }),
      ...(threshold !== undefined && { threshold }),
      ...(windowMinutes !== undefined && { window_minutes: windowMinutes }),
      ...(minRequests !== undefined && { min_requests: minRequests }),
      ...(isPaused !== undefined && { is_paused: isPaused }),
      ...(webhook !== undefined && {
        url: webhook?.url ?? null,
        secret: webhook === null ? null : sql<string>`coalesce(secret, ${webhook.secret})`,
      }),
      ...(isReset && { fired_at: null, value: null }),
    })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returningAll()
    .executeTakeFirst();
  return row && toAlertRule(row);
}

/** @returns the rule; undefined if the account has no such rule. */
export async function deleteAlertRule(
  db: Store,
  { id, accountId }: { id: string; accountId: string },
): Promise<AlertRule | undefined> {
  const { rows } = await sql<Row>`
    delete from alert_rule where id = ${id} and account_id = ${accountId} returning *`.execute(db);
  return rows[0] && toAlertRule(rows[0]);
}

type Row = Selectable<AlertRuleTable>;

export const toAlertRule = (row: Row): AlertRule => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  metric: row.metric,
  threshold: row.threshold,
  windowMinutes: row.window_minutes,
  minRequests: row.min_requests,
  url: row.url,
  secret: row.secret,
  createdAt: row.created_at,
  isPaused: row.is_paused,
  firedAt: row.fired_at,
  value: row.value,
});
