import { formatCount, formatDay, formatShortDay, plural } from "@portico/ui/browser";
import type { Point } from "./plotUsage.ts";

/** How a chart of bars names what it shows. */
export interface ChartWords {
  /** The span of a point, below its bar and in full. */
  readonly shortSpan: (point: Point) => string;
  readonly span: (point: Point) => string;
  /** All of a point, in words. */
  readonly describe: (point: Point) => string;
  /** A point's value of a series. */
  readonly valueOf: (point: Point, series: string) => string;
  /** Undefined: the values of the series have no sum. */
  readonly totalOf: ((point: Point) => string) | undefined;
  readonly nothing: string;
}

/** Of units per day. */
export const UNITS_PER_DAY: ChartWords = {
  shortSpan: ({ day }) => formatShortDay(day),
  span: ({ day }) => formatDay(day),
  describe: ({ total }) => `${formatCount(total)} units`,
  valueOf: ({ units }, series) => formatCount(units[series] ?? 0),
  totalOf: ({ total }) => formatCount(total),
  nothing: "Nothing used",
};

const HOUR = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });

/** A span of time that begins at an ISO time; UTC. */
export function spanWords(stepSeconds: number): Pick<ChartWords, "shortSpan" | "span"> {
  const dayOf = (iso: string) => iso.slice(0, 10);
  const hourOf = (iso: string) => HOUR.format(Date.parse(iso));
  if (stepSeconds >= 86_400) return UNITS_PER_DAY;
  return {
    shortSpan: ({ day }) => (stepSeconds > 3600 ? formatShortDay(dayOf(day)) : hourOf(day)),
    span: ({ day }) => `${formatDay(dayOf(day))}, ${hourOf(day)} UTC`,
  };
}

export const describeRequests = ({ total, units }: Point): string =>
  `${plural(total, "request")}, ${plural((units["client"] ?? 0) + (units["server"] ?? 0), "error")}`;
