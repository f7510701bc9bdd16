import type { Split } from "../../charts/plotUsage.ts";

/** What the usage page shows, in its address; days of UTC, absent for the last 30. */
export interface UsageSearch {
  readonly from?: string;
  readonly to?: string;
  readonly by?: Split;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (value: unknown): value is string =>
  typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(value));

/** Takes from an address what can be understood of it. */
export const readUsageSearch = ({ from, to, by }: Record<string, unknown>): UsageSearch => ({
  ...(isDay(from) && { from }),
  ...(isDay(to) && { to }),
  ...((by === "total" || by === "key") && { by }),
});
