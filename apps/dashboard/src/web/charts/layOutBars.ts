import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import type { Point, UsagePlot } from "./plotUsage.ts";

/** All in pixels from the plot's upper left corner. */
export interface BarLayout {
  readonly left: number;
  readonly right: number;
  /** Positions of the bars. */
  readonly bottom: number;
  /** One for each day, with its share of the width. */
  readonly columns: readonly { readonly day: string; from: number; to: number; center: number }[];
  /** One for each series that a day has, stacked. */
  readonly bars: readonly Bar[];
  readonly ticks: readonly { readonly units: number; readonly y: number }[];
  /** Every how many days a label has room. */
  readonly labelEvery: number;
}

interface Bar {
  readonly key: string;
  readonly colour: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const MARGIN = { top: 8, right: 4, bottom: 30, left: 44 };
const MAX_BAR_WIDTH = 36;
/** Of a label and the gap after it. */
const LABEL_WIDTH = 76;
const TICKS = 4;

/** Places a plot of units per day. */
export function layOutBars(
  { series, points }: UsagePlot,
  { width, height }: { width: number; height: number },
): BarLayout {
  const [left, right, bottom] = [MARGIN.left, Math.max(MARGIN.left, width - MARGIN.right), height - MARGIN.bottom];
  const days = scaleBand(
    points.map(({ day }) => day),
    [left, right],
  ).padding(0.22);
  const max = Math.max(1, ...points.map(({ total }) => total));
  const units = scaleLinear([0, max], [bottom, MARGIN.top]).nice(TICKS);
  const barWidth = Math.min(days.bandwidth(), MAX_BAR_WIDTH);
  const columns = points.map(({ day }) => {
    const center = (days(day) ?? 0) + days.bandwidth() / 2;
    return { day, center, from: center - days.step() / 2, to: center + days.step() / 2 };
  });
  const stacked = stack<Point>()
    .keys(series.map(({ id }) => id))
    .value((point, id) => point.units[id] ?? 0)([...points]);
  const bars = stacked.flatMap((layer, position) =>
    layer.flatMap(([from, to], index) => {
      if (to === from) return [];
      const { id = "", colour = "" } = series[position] ?? {};
      const { day = "", center = 0 } = columns[index] ?? {};
      const y = units(to);
      return [{ key: `${day} ${id}`, colour, x: center - barWidth / 2, y, width: barWidth, height: units(from) - y }];
    }),
  );
  const ticks = units.ticks(TICKS).filter(Number.isInteger);
  return {
    left,
    right,
    bottom,
    columns,
    bars,
    ticks: ticks.map((tick) => ({ units: tick, y: units(tick) })),
    labelEvery: Math.max(1, Math.ceil(LABEL_WIDTH / days.step())),
  };
}
