import { formatUsd } from "@portico/client";
import { ChangeFigure } from "../parts/ChangeFigure.tsx";
import { useNetCurve } from "./useNetCurve.ts";

/** How the net worth changed in 24 hours. */
export function NetChange() {
  const { view } = useNetCurve();
  if (view === undefined || view.points.length === 0) return null;
  const { fraction, usdChange } = view;
  if (fraction === null && usdChange === 0) return null;
  return (
    <span className="net-change">
      {fraction !== null && <ChangeFigure fraction={fraction} />}{" "}
      <span className="number nowrap">
        {usdChange >= 0 ? "+" : "−"}
        {formatUsd(Math.abs(usdChange))}
      </span>{" "}
      <span className="quiet">24 h</span>
    </span>
  );
}
