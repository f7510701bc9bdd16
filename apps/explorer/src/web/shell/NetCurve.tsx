import { formatUsd } from "@portico/client";
import { Button } from "@portico/ui";
import { CurveChart } from "../charts/CurveChart.tsx";
import { isNothingRead } from "../parts/sourceLines.ts";
import { useNetCurve } from "./useNetCurve.ts";
import type { Span } from "./useNetCurve.ts";

export const SPAN_NAMES = { 1: "24 h", 7: "7 d" } as const;
const SPANS = [1, 7] as const;

interface NetCurveProps {
  readonly days: Span;
  readonly setDays: (days: Span) => void;
}

export function NetCurve({ days, setDays }: NetCurveProps) {
  const { query, view } = useNetCurve(days);
  return (
    <div className="net-curve">
      <div className="spans" role="group" aria-label="Time shown">
        {SPANS.map((length) => (
          <button key={length} type="button" aria-pressed={days === length} onClick={() => setDays(length)}>
            {SPAN_NAMES[length]}
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

function Drawn({ view: { points, usdChange }, days }: DrawnProps) {
  const values = points.map(({ usdValue }) => usdValue);
  if (values.every((value) => value === 0)) return <p className="curve empty-curve quiet">No value in this time</p>;
  const words = `from ${formatUsd(values[0] ?? 0)} to ${formatUsd(values.at(-1) ?? 0)}, between ${formatUsd(Math.min(...values))} and ${formatUsd(Math.max(...values))}`;
  return (
    <figure>
      <CurveChart
        points={points}
        isUp={usdChange >= 0}
        label={`Net worth over ${days === 1 ? "24 hours" : "7 days"}`}
      />
      <figcaption className="unseen">
        Net worth over {days === 1 ? "24 hours" : "7 days"}: {words}.
      </figcaption>
    </figure>
  );
}

interface DrawnProps {
  readonly view: NonNullable<ReturnType<typeof useNetCurve>["view"]>;
  readonly days: Span;
}
