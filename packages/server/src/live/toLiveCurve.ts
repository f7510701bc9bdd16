import type { NetCurve } from "@portico/contract";
import type { NetCurvePoint } from "@portico/contract/live";

/** The points of a curve, the oldest first. */
export const toLiveCurve = ({ usd_value_list: points }: NetCurve): NetCurvePoint[] =>
  points.map(([timestamp, usdValue]) => ({ timestamp, usd_value: usdValue }));
