import type { AlertChange, AlertRule } from "@portico/store";

/** What a webhook receives. */
export interface AlertBody {
  readonly type: "alert.fired" | "alert.resolved";
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: AlertData;
}

interface AlertData {
  readonly alert_rule_id: string;
  readonly name: string;
  readonly metric: AlertRule["metric"];
  readonly threshold: number;
  readonly window_minutes: number;
  /** Null: too few requests. */
  readonly value: number | null;
}

const COUNT = new Intl.NumberFormat("en");
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** A change in words, and as JSON. */
export function alertText(
  { rule, isFiring }: AlertChange,
  timestamp: string,
): { title: string; text: string; body: AlertBody } {
  const { id, name, metric, threshold, windowMinutes, value } = rule;
  const format = (figure: number) =>
    metric === "units" ? `${COUNT.format(figure)} units` : `${PERCENT.format(figure)} errors`;
  const measured = value === null ? `fewer than ${COUNT.format(rule.minRequests)} requests` : format(value);
  return {
    title: isFiring ? `Alert: ${name}` : `Resolved: ${name}`,
    text: `${measured} in the last ${windowMinutes} minutes; the rule fires from ${format(threshold)} on.`,
    body: {
      type: isFiring ? "alert.fired" : "alert.resolved",
      timestamp,
      data: { alert_rule_id: id, name, metric, threshold, window_minutes: windowMinutes, value },
    },
  };
}
