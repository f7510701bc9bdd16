import { useAnswer } from "../api/explorerApi.ts";
import type { CurvePoint } from "../charts/layoutPoints.ts";
import { useAddress } from "./useAddress.ts";

/** Days that are shown. */
export type Span = 1 | 7;

export interface NetCurveView {
  readonly points: readonly CurvePoint[];
  /** 0.05 is five per cent up; null if the value was zero at the beginning. */
  readonly fraction: number | null;
  readonly usdChange: number;
}

/** The net worth over the last days, and its change. */
export function useNetCurve(days: Span) {
  const { address, chain } = useAddress();
  const narrowed = chain === undefined ? {} : { chain_ids: [chain] };
  const query = useAnswer("/v1/user/total_net_curve", {
    params: { query: { id: address, ...narrowed, ...(days === 7 && { days }) } },
  });
  const points = (query.data?.data.usd_value_list ?? []).map(([timeAt, usdValue]) => ({ timeAt, usdValue }));
  return { query, view: query.data && viewOf(points) };
}

function viewOf(points: readonly CurvePoint[]): NetCurveView {
  const first = points[0]?.usdValue ?? 0;
  const usdChange = (points.at(-1)?.usdValue ?? 0) - first;
  return { points, usdChange, fraction: first > 0 ? usdChange / first : null };
}
