import type { ColumnType, Generated } from "kysely";

export type AlertMetric = "units" | "error_rate";

/** When an account is alerted. */
export type AlertRuleTable = {
  /** Units, or errors per request in 0..1: from it on, the rule fires. */
  threshold: number;
  /** As of the last evaluation; null: unknown, there were too few requests. */
  value: number | null;
  created_at: Generated<Date>;
  /** When it fired; null: it does not. */
  fired_at: Date | null;
  window_minutes: number;
  /** Of an error rate: it is unknown below. */
  min_requests: Generated<number>;
  is_paused: Generated<boolean>;
  id: string;
  account_id: string;
  name: string;
  metric: AlertMetric;
  /** Of a webhook, and the secret that signs its requests; null without. */
  url: string | null;
  secret: string | null;
};

/** A message of the service to an account. */
export type NoticeTable = {
  id: ColumnType<bigint, never, never>;
  created_at: Generated<Date>;
  read_at: Date | null;
  account_id: string;
  title: string;
  body: string;
};

export type AlertDatabase = { alert_rule: AlertRuleTable; notice: NoticeTable };
