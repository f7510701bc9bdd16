import type { DashboardTraffic, TrafficPoint } from "@portico/contract";
import { formatCount } from "@portico/ui/browser";
import { type ChartWords, describeRequests, spanWords } from "../../charts/chartWords.ts";
import type { Point, UsagePlot } from "../../charts/plotUsage.ts";

const ISO_DAY = 10;

/** The span of a point: a day, or the time at which a shorter one begins. */
export function spanOf(timeAt: number, stepSeconds: number): string {
  const iso = new Date(timeAt * 1000).toISOString();
  return stepSeconds >= 86_400 ? iso.slice(0, ISO_DAY) : iso;
}

/** Milliseconds in words. */
export const formatMs = (ms: number | null): string => (ms === null ? "none" : `${formatCount(ms)} ms`);

/** Requests by class of status, stacked. */
export function plotRequests({ point_list: points, step_seconds: step, total }: DashboardTraffic): UsagePlot {
  return {
    series: [
      { id: "success", label: "Successes", colour: "var(--plot-1)" },
      { id: "client", label: "Client errors (4xx)", colour: "var(--plot-2)" },
      { id: "server", label: "Server errors (5xx)", colour: "var(--plot-3)" },
    ],
    points: points.map((point) => ({
      day: spanOf(point.time_at, step),
      units: { success: point.successes, client: point.client_errors, server: point.server_errors },
      total: point.requests,
    })),
    total: total.requests,
  };
}

export const requestWords = (step: number): ChartWords => ({
  ...spanWords(step),
  describe: describeRequests,
  valueOf: ({ units }, series) => formatCount(units[series] ?? 0),
  totalOf: ({ total }) => formatCount(total),
  nothing: "No requests",
});

/** Durations as one bar per span, whose parts end at p50, p95 and p99. */
export function plotLatency({ point_list: points, step_seconds: step }: DashboardTraffic): UsagePlot {
  return {
    series: [
      { id: "p50", label: "p50", colour: "var(--plot-1)" },
      { id: "p95", label: "p95", colour: "var(--plot-2)" },
      { id: "p99", label: "p99", colour: "var(--plot-3)" },
    ],
    points: points.map((point) => ({
      day: spanOf(point.time_at, step),
      units: partsOf(point),
      total: point.p99_ms ?? 0,
    })),
    total: 0,
  };
}

function partsOf({ p50_ms: p50, p95_ms: p95, p99_ms: p99 }: TrafficPoint): Record<string, number> {
  return p50 === null || p95 === null || p99 === null ? {} : { p50, p95: p95 - p50, p99: p99 - p95 };
}

/** The sum of a bar's parts up to a series. */
function upTo({ units }: Point, series: string): number {
  const [p50 = 0, p95 = 0, p99 = 0] = [units["p50"], units["p95"], units["p99"]];
  return Math.round((series === "p50" ? p50 : series === "p95" ? p50 + p95 : p50 + p95 + p99) * 10) / 10;
}

export const latencyWords = (step: number): ChartWords => ({
  ...spanWords(step),
  describe: (point) =>
    point.total === 0
      ? "no requests"
      : ["p50", "p95", "p99"].map((series) => `${series} ${formatMs(upTo(point, series))}`).join(", "),
  valueOf: (point, series) => formatMs(upTo(point, series)),
  totalOf: undefined,
  nothing: "No requests",
});
