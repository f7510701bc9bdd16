import { formatValue } from "../currency/formatValue.ts";
import { Button } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
import { CurveChart } from "../charts/CurveChart.tsx";
import { isNothingRead } from "../parts/sourceLines.ts";
import { SPANS, useNetCurve } from "./useNetCurve.ts";
import type { Span } from "./useNetCurve.ts";

interface NetCurveProps {
  readonly days: Span;
  readonly setDays: (days: Span) => void;
}

export function NetCurve({ days, setDays }: NetCurveProps) {
  const { query, view } = useNetCurve(days);
  return (
    <div className="net-curve">
      <div className="spans" role="group" aria-label="Time shown">
        {SPANS.map((span) => (
          <button key={span.days} type="button" aria-pressed={days === span.days} onClick={() => setDays(span.days)}>
            {span.name}
          </button>
        ))}
      </div>
      {view !== undefined && isNothingRead(query.data?.meta.chains ?? [], undefined) ? (
        <p className="curve empty-curve quiet">Not known</p>
      ) : view !== undefined ? (
        <Drawn view={view} days={days} />
      ) : query.error === null ? (
        <div className="curve" role="status">
          <span className="unseen">Loading the curve …</span>
          <span className="bone" aria-hidden />
        </div>
      ) : (
        <p className="curve empty-curve" role="alert">
          The curve can't be read right now.{" "}
          <Button size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function Drawn({ view: { points, usdChange, startAt }, days }: DrawnProps) {
  const values = points.map(({ usdValue }) => usdValue);
  const { words: time } = SPANS.find((span) => span.days === days) ?? { words: "" };
  const firstAt = points[0]?.timeAt ?? startAt;
  if (points.length < 2) return <p className="curve empty-curve quiet">Not known before the newest block</p>;
  if (values.every((value) => value === 0)) return <p className="curve empty-curve quiet">No value in this time</p>;
  const words = `from ${formatValue(values[0] ?? 0)} to ${formatValue(values.at(-1) ?? 0)}, between ${formatValue(Math.min(...values))} and ${formatValue(Math.max(...values))}`;
  return (
    <figure>
      <CurveChart points={points} isUp={usdChange >= 0} startAt={startAt} label={`Net worth over ${time}`} />
      <figcaption className="unseen">
        Net worth over {time}: {words}.{firstAt > startAt && ` Not known before ${formatTimestamp(firstAt)}.`}
      </figcaption>
    </figure>
  );
}

interface DrawnProps {
  readonly view: NonNullable<ReturnType<typeof useNetCurve>["view"]>;
  readonly days: Span;
}
