import type { NetCurve } from "@portico/client";
import { useAnswer } from "../api/explorerApi.ts";
import type { CurvePoint } from "../charts/layoutPoints.ts";
import { useAddress } from "./useAddress.ts";

/** Days that are shown; 0: all that is known. */
export type Span = 0 | 1 | 7 | 30 | 365;

/** What a span is called in the catalogue. */
export const SPAN_NAMES = { 1: "day", 7: "week", 30: "month", 365: "year", 0: "all" } as const;

export const SPANS: readonly Span[] = [1, 7, 30, 365, 0];

export interface NetCurveView {
  /** At least one, unless no chain was read; without those before the first block that is known. */
  readonly points: readonly CurvePoint[];
  /** Where the shown time begins, unix seconds. */
  readonly startAt: number;
  /** 0.05 is five per cent up; null if the value was zero at the beginning. */
  readonly fraction: number | null;
  readonly usdChange: number;
}

const DAY = 86_400;

/** The net worth over the last days, and its change. */
export function useNetCurve(days: Span) {
  const { address, chain } = useAddress();
  const narrowed = chain === undefined ? {} : { chain_ids: [chain] };
  const query = useAnswer("/v1/user/total_net_curve", {
    params: { query: { id: address, ...narrowed, ...(days !== 1 && { days }) } },
  });
  return { query, view: query.data && viewOf(query.data.data, days) };
}

function viewOf({ timestamp, usd_value_list: list, known_since: since }: NetCurve, days: Span): NetCurveView {
  const known = list.filter(([timeAt], nth) => timeAt >= (since ?? 0) || nth === list.length - 1);
  const points = known.map(([timeAt, usdValue]) => ({ timeAt, usdValue }));
  const { timeAt: firstAt = timestamp, usdValue: first = 0 } = points[0] ?? {};
  const usdChange = (points.at(-1)?.usdValue ?? 0) - first;
  const isShort = days !== 0 && firstAt > timestamp - days * DAY * 0.95;
  return {
    points,
    startAt: isShort ? timestamp - days * DAY : firstAt,
    usdChange,
    fraction: first > 0 ? usdChange / first : null,
  };
}
