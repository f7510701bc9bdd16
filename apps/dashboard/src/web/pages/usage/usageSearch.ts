import type { Split } from "../../charts/plotUsage.ts";

/** The usage page's search parameters; UTC days, absent for the last 30. */
export interface UsageSearch {
  readonly from?: string;
  readonly to?: string;
  readonly by?: Split;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (value: unknown): value is string =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Parses search parameters, ignoring invalid ones. */
export const readUsageSearch = ({ from, to, by }: Record<string, unknown>): UsageSearch => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...((by === "total" || by === "key") && { by }),
});
