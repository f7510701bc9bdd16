import { formatUsd } from "@portico/client";
import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import { momentWords } from "@portico/ui/browser";
import { type CurvePoint, marksOf, placePoints, type PlacedPoint } from "./placePoints.ts";

interface CurveChartProps {
  readonly points: readonly CurvePoint[];
  readonly isUp: boolean;
  readonly label: string;
}

/**
 * A curve of value over time; its ends and change stand beside it in words. Each point can be looked at by pointer and, as on a
 * slider, by keyboard.
 */
export function CurveChart({ points, isUp, label }: CurveChartProps) {
  const id = useId();
  const [looked, setLooked] = useState<number>();
  const placed = placePoints(points);
  const last = placed.length - 1;
  const now = Math.min(looked ?? last, last);
  const at = looked === undefined ? undefined : placed[now];
  const lookByPointer = ({ clientX, currentTarget }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setLooked(nearest(placed, ((clientX - left) / width) * 100));
  };
  const lookByKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") return setLooked(undefined);
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setLooked(Math.min(last, Math.max(0, now + step)));
  };
  const line = placed.map(({ x, y }) => `${x},${y}`).join("L");
  const marks = marksOf(points);
  return (
    <div className={isUp ? "curve up" : "curve down"}>
      <div
        className="curve-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={now}
        aria-valuetext={wordsOf(placed[now])}
        onPointerDown={lookByPointer}
        onPointerMove={lookByPointer}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && setLooked(undefined)}
        onKeyDown={lookByKey}
        onBlur={() => setLooked(undefined)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopColor="currentColor" stopOpacity={0.28} />
              <stop offset="1" stopColor="currentColor" stopOpacity={0} />
            </linearGradient>
          </defs>
          <path d={`M0,100L${line}L100,100Z`} fill={`url(#${id})`} />
          <path className="curve-line" d={`M${line}`} />
          {at !== undefined && <path className="curve-cursor" d={`M${at.x},0V100`} />}
        </svg>
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

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
  Home: -Infinity,
  End: Infinity,
};

/** The point at a place, or the next to it. */
function nearest(placed: readonly PlacedPoint[], x: number): number {
  const distances = placed.map((point) => Math.abs(point.x - x));
  return distances.indexOf(Math.min(...distances));
}

const wordsOf = (point: CurvePoint | undefined): string =>
  point === undefined ? "" : `${formatUsd(point.usdValue)}, ${momentWords(point.timeAt)}`;

/** Never beyond the plot's sides, and not over the point itself. */
const Tip = ({ at: { x, y, timeAt, usdValue } }: { readonly at: PlacedPoint }) => (
  <>
    <span className="curve-dot" style={{ left: `${x}%`, top: `${y}%` }} />
    <div
      className={y < 50 ? "plot-tip low" : "plot-tip high"}
      style={{ left: `${x}%`, translate: `${-x}% 0` }}
      aria-hidden
    >
      <strong className="number">{formatUsd(usdValue)}</strong>
      <p className="quiet">{momentWords(timeAt)}</p>
    </div>
  </>
);
