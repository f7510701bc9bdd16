import type { AlertRule } from "@portico/contract";
import { formatCount } from "@portico/ui/browser";

const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** A value of a rule's metric, such as its threshold. */
export const formatMetric = (metric: AlertRule["metric"], value: number): string =>
  metric === "units" ? `${formatCount(value)} units` : `${PERCENT.format(value)} errors`;

/** When a rule fires, in words. */
export function describeRule({ metric, threshold, window_minutes: minutes, min_requests: least }: AlertRule): string {
  const condition = `${formatMetric(metric, threshold)} or more in ${minutes} minutes`;
  return metric === "units" ? condition : `${condition}, of at least ${formatCount(least)} requests`;
}
