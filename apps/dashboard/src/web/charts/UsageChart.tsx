import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { countWords, dayWords, shortDayWords } from "@portico/ui/browser";
import type { Point, Series, UsagePlot } from "./plotUsage.ts";
import { Swatch } from "@portico/ui";

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Bars of units per day. A table of the same numbers stands beside it wherever it is used. */
export const UsageChart = ({
  plot: { series, points },
  label,
}: {
  readonly plot: UsagePlot;
  readonly label: string;
}) => (
  <div className="plot">
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={points} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} barCategoryGap="22%" aria-label={label}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDayWords}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={28}
          tickMargin={8}
        />
        <YAxis
          tickFormatter={(units: number) => COMPACT.format(units)}
          tickLine={false}
          axisLine={false}
          width={44}
          allowDecimals={false}
        />
        <Tooltip
          cursor={{ fill: "var(--inset)" }}
          isAnimationActive={false}
          content={({ active, payload }) =>
            active ? <Tip point={payload[0]?.payload as Point | undefined} series={series} /> : null
          }
        />
        {series.map(({ id, colour }, place) => (
          <Bar
            key={id}
            dataKey={(point: Point) => point.units[id] ?? 0}
            name={id}
            stackId="units"
            fill={colour}
            maxBarSize={36}
            isAnimationActive={false}
            {...(place === series.length - 1 && { radius: [3, 3, 0, 0] as [number, number, number, number] })}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  </div>
);

const Tip = ({ point, series }: { readonly point: Point | undefined; readonly series: readonly Series[] }) =>
  point === undefined ? null : (
    <div className="plot-tip">
      <strong>{dayWords(point.day)}</strong>
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
                <td className="end">{countWords(point.units[id] ?? 0)}</td>
              </tr>
            ))}
          {series.length > 1 && (
            <tr>
              <td>All</td>
              <td className="end">{countWords(point.total)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {point.total === 0 && <p className="quiet">Nothing used</p>}
    </div>
  );
