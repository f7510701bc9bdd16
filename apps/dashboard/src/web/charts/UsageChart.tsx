import { Swatch, usePlotSlider } from "@portico/ui";
import { type ChartWords, UNITS_PER_DAY } from "./chartWords.ts";
import { layOutBars } from "./layOutBars.ts";
import type { Point, Series, UsagePlot } from "./plotUsage.ts";
import { usePlotWidth } from "./usePlotWidth.ts";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
/** Pixels; as `.plot` has it. */
const HEIGHT = 256;

export interface UsageChartProps {
  readonly plot: UsagePlot;
  readonly label: string;
  /** Default UNITS_PER_DAY. */
  readonly words?: ChartWords;
}

/**
 * Bars of units per day, or of something else per span, which can be inspected by pointer and, as on a slider, by
 * keyboard. Wherever it is used, a table beside it has the same numbers.
 */
export function UsageChart({ plot, label, words = UNITS_PER_DAY }: UsageChartProps) {
  const { series, points } = plot;
  const { ref, width } = usePlotWidth();
  const { left, right, bottom, columns, bars, ticks, labelEvery } = layOutBars(plot, { width, height: HEIGHT });
  const { inspected, props } = usePlotSlider({
    label,
    positions: columns.map(({ center }) => center / width),
    describe: (index) => describe(points[index], words),
  });
  const column = inspected === undefined ? undefined : columns[inspected];
  return (
    <div className="plot" ref={ref} {...props}>
      <svg width={width} height={HEIGHT} aria-hidden>
        {ticks.map(({ units, y }) => (
          <g key={units}>
            <line x1={left} x2={right} y1={y} y2={y} stroke="var(--line)" />
            <text x={left - 8} y={y} textAnchor="end" dominantBaseline="middle">
              {COMPACT.format(units)}
            </text>
          </g>
        ))}
        {column !== undefined && (
          <rect x={column.from} width={column.to - column.from} y={0} height={bottom} fill="var(--inset)" />
        )}
        {bars.map(({ key, colour, ...box }) => (
          <rect key={key} className="bar" fill={colour} {...box} />
        ))}
        {points.map(
          (point, index) =>
            index % labelEvery === 0 && (
              <text key={point.day} x={columns[index]?.center} y={HEIGHT - 8} textAnchor="middle">
                {words.shortSpan(point)}
              </text>
            ),
        )}
      </svg>
      {column !== undefined && inspected !== undefined && (
        <Tip point={points[inspected]} series={series} share={column.center / width} words={words} />
      )}
    </div>
  );
}

const describe = (point: Point | undefined, words: ChartWords): string =>
  point === undefined ? "" : `${words.span(point)}: ${words.describe(point)}`;

interface TipProps {
  readonly point: Point | undefined;
  readonly series: readonly Series[];
  /** Of the plot's width, from its left. */
  readonly share: number;
  readonly words: ChartWords;
}

/** Never beyond the plot's sides. */
const Tip = ({ point, series, share, words }: TipProps) =>
  point === undefined ? null : (
    <div className="plot-tip" style={{ left: `${share * 100}%`, translate: `${-share * 100}% 0` }} aria-hidden>
      <strong>{words.span(point)}</strong>
      <table>
        <tbody>
          {series
            .filter(({ id }) => (point.units[id] ?? 0) > 0)
            .map(({ id, label, colour }) => (
              <tr key={id}>
                <td>
                  <span className="series">
                    <Swatch colour={colour} /> {label}
                  </span>
                </td>
                <td className="end">{words.valueOf(point, id)}</td>
              </tr>
            ))}
          {series.length > 1 && words.totalOf !== undefined && (
            <tr>
              <td>All</td>
              <td className="end">{words.totalOf(point)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {point.total === 0 && <p className="quiet">{words.nothing}</p>}
    </div>
  );
