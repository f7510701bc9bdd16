import { formatValue } from "../currency/formatValue.ts";
import { ChangeFigure } from "../parts/ChangeFigure.tsx";
import { SPAN_NAMES, useNetCurve } from "./useNetCurve.ts";
import type { Span } from "./useNetCurve.ts";
import { t } from "../languages/t.ts";

/** The change of the net worth over the displayed time. */
export function NetChange({ days }: { readonly days: Span }) {
  const { query, view } = useNetCurve(days);
  if (view === undefined && query.error === null)
    return (
      <span className="net-change" aria-hidden>
        <span className="bone" />
      </span>
    );
  if (view === undefined || view.points.length < 2) return null;
  const { fraction, usdChange } = view;
  if (fraction === null && usdChange === 0) return null;
  return (
    <span className="net-change">
      {fraction !== null && <ChangeFigure fraction={fraction} />}{" "}
      <span className="number nowrap">{formatValue(usdChange, { plus: "always" })}</span>{" "}
      <span className="quiet">{t(`shell.${SPAN_NAMES[days]}`)}</span>
    </span>
  );
}
