import { formatValue } from "../currency/formatValue.ts";
import { usePlotSlider } from "@portico/ui";
import { formatTimestamp } from "@portico/ui/browser";
import { area, line } from "d3-shape";
import { useId } from "react";
import { type CurvePoint, marksOf, layoutPoints, type ChartPoint } from "./layoutPoints.ts";
import { t } from "../languages/t.ts";

interface CurveChartProps {
  readonly points: readonly CurvePoint[];
  readonly isUp: boolean;
  readonly label: string;
  /** Where the plot begins, unix seconds, if that is before the first point: nothing is known until that. */
  readonly startAt?: number;
}

const drawLine = line<ChartPoint>(
  ({ x }) => x,
  ({ y }) => y,
);
const drawArea = area<ChartPoint>(
  ({ x }) => x,
  100,
  ({ y }) => y,
);

/** Per cent of the plot that have room for words. */
const WIDE = 20;

/**
 * A curve of value over time; its ends and change are given in words beside it. Each point can be selected by pointer
 * and, as on a slider, by keyboard.
 */
export function CurveChart({ points, isUp, label, startAt }: CurveChartProps) {
  const id = useId();
  const chartPoints = layoutPoints(points, startAt);
  const { inspected, props } = usePlotSlider({
    label,
    positions: chartPoints.map(({ x }) => x / 100),
    describe: (index) => wordsOf(chartPoints[index]),
  });
  const at = inspected === undefined ? undefined : chartPoints[inspected];
  const marks = marksOf(points, startAt);
  const unknown = chartPoints[0]?.x ?? 0;
  return (
    <div className={isUp ? "curve up" : "curve down"} dir="ltr">
      <div className="curve-plot" {...props}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity={0.28} />
              <stop offset="1" stopColor="currentColor" stopOpacity={0} />
            </linearGradient>
          </defs>
          <path d={drawArea(chartPoints) ?? ""} fill={`url(#${id})`} />
          <path className="curve-line" d={drawLine(chartPoints) ?? ""} />
          {at !== undefined && <path className="curve-cursor" d={`M${at.x},0V100`} />}
        </svg>
        {startAt !== undefined && unknown > 0 && (
          <div className="curve-unknown quiet small" style={{ width: `${unknown}%` }}>
            {unknown > WIDE && t("parts.notKnown")}
          </div>
        )}
        {at !== undefined && <Tip at={at} />}
      </div>
      <div className={marks.length > 5 ? "curve-marks many" : "curve-marks"} aria-hidden>
        {marks.map(({ x, words }) => (
          <span key={words} style={{ left: `${x}%` }}>
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}

const wordsOf = (point: CurvePoint | undefined): string =>
  point === undefined ? "" : `${formatValue(point.usdValue)}, ${formatTimestamp(point.timeAt)}`;

/** Within the plot's sides, and not over the point itself. */
const Tip = ({ at: { x, y, timeAt, usdValue } }: { readonly at: ChartPoint }) => (
  <>
    <span className="curve-dot" style={{ left: `${x}%`, top: `${y}%` }} />
    <div
      className={y < 50 ? "plot-tip low" : "plot-tip high"}
      style={{ left: `${x}%`, translate: `${-x}% 0` }}
      aria-hidden
    >
      <strong className="number">{formatValue(usdValue)}</strong>
      <p className="quiet">{formatTimestamp(timeAt)}</p>
    </div>
  </>
);
