import { formatValue } from "../currency/formatValue.ts";
import { Button } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
import { CurveChart } from "../charts/CurveChart.tsx";
import { isNothingRead } from "../parts/sourceLines.ts";
import { SPAN_NAMES, SPANS, useNetCurve } from "./useNetCurve.ts";
import type { Span } from "./useNetCurve.ts";
import { t } from "../languages/t.ts";

interface NetCurveProps {
  readonly days: Span;
  readonly setDays: (days: Span) => void;
}

export function NetCurve({ days, setDays }: NetCurveProps) {
  const { query, view } = useNetCurve(days);
  return (
    <div className="net-curve">
      <div className="spans" role="group" aria-label={t("shell.timeShown")}>
        {SPANS.map((span) => (
          <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
            {t(`shell.${SPAN_NAMES[span]}`)}
          </button>
        ))}
      </div>
      {view !== undefined && isNothingRead(query.data?.meta.chains ?? [], undefined) ? (
        <p className="curve empty-curve quiet">{t("parts.notKnown")}</p>
      ) : view !== undefined ? (
        <Drawn view={view} days={days} />
      ) : query.error === null ? (
        <div className="curve" role="status">
          <span className="unseen">{t("shell.curveLoading")}</span>
          <span className="bone" aria-hidden />
        </div>
      ) : (
        <p className="curve empty-curve" role="alert">
          {t("shell.curveFailed")}{" "}
          <Button size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
            {t("parts.tryAgain")}
          </Button>
        </p>
      )}
    </div>
  );
}

function Drawn({ view: { points, usdChange, startAt }, days }: DrawnProps) {
  const values = points.map(({ usdValue }) => usdValue);
  const label = t("shell.curve", { time: SPAN_NAMES[days] });
  const firstAt = points[0]?.timeAt ?? startAt;
  if (points.length < 2) return <p className="curve empty-curve quiet">{t("shell.curveTooShort")}</p>;
  if (values.every((value) => value === 0)) return <p className="curve empty-curve quiet">{t("shell.curveEmpty")}</p>;
  const text = t("shell.curveText", {
    curve: label,
    first: formatValue(values[0] ?? 0),
    last: formatValue(values.at(-1) ?? 0),
    least: formatValue(Math.min(...values)),
    most: formatValue(Math.max(...values)),
  });
  return (
    <figure>
      <CurveChart points={points} isUp={usdChange >= 0} startAt={startAt} label={label} />
      <figcaption className="unseen">
        {text}
        {firstAt > startAt && ` ${t("shell.curveSince", { time: formatTimestamp(firstAt) })}`}
      </figcaption>
    </figure>
  );
}

interface DrawnProps {
  readonly view: NonNullable<ReturnType<typeof useNetCurve>["view"]>;
  readonly days: Span;
}
