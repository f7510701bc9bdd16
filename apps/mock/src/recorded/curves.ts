import type { NetCurve } from "@portico/contract";
import type { CurveDays, RecordedUser, RecordedCurve } from "./recording.ts";

/** Sum of an owner's curves on these chains; without any, a timestamp of 0 and no points. */
export function sumCurves(
  { curves }: RecordedUser,
  days: CurveDays,
  isShown: (one: { chain: string }) => boolean,
): NetCurve {
  const parts = Object.entries(curves[days]).flatMap(([chain, curve]) => (isShown({ chain }) ? [curve] : []));
  const points = new Map<number, number>();
  for (const curve of parts) {
    for (const [time, value] of listPoints(curve)) points.set(time, (points.get(time) ?? 0) + value);
  }
  const list = [...points].toSorted(([a], [b]) => a - b);
  const [timestamp, usdValue] = list.at(-1) ?? [0, 0];
  const since = parts.flatMap(({ positionsSince }) => positionsSince ?? []);
  return {
    timestamp,
    usd_value: usdValue,
    usd_value_list: list,
    positions_since: since.length > 0 ? Math.max(...since) : null,
  };
}

const listPoints = ({ timestamp, step, values }: RecordedCurve): [time: number, value: number][] =>
  values.map((value, index) => [timestamp - step * (values.length - 1 - index), value]);
