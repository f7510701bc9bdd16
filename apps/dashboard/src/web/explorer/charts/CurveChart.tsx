import { formatUsd } from "@portico/client";
import { useId } from "react";
import { Area, AreaChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { momentWords } from "../../parts/words.ts";

export interface CurvePoint {
  /** Unix seconds. */
  readonly timeAt: number;
  readonly usdValue: number;
}

interface CurveChartProps {
  readonly points: readonly CurvePoint[];
  readonly isUp: boolean;
  readonly label: string;
}

const HOUR = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const A_DAY_AND_MORE = 90_000;

/** A curve of value over time; its ends and change stand beside it in words. */
export function CurveChart({ points, isUp, label }: CurveChartProps) {
  const id = useId();
  const colour = isUp ? "var(--good)" : "var(--bad)";
  const span = (points.at(-1)?.timeAt ?? 0) - (points[0]?.timeAt ?? 0);
  const format = span > A_DAY_AND_MORE ? DAY : HOUR;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={points} margin={{ top: 6, right: 2, bottom: 0, left: 2 }} aria-label={label}>
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={colour} stopOpacity={0.28} />
            <stop offset="1" stopColor={colour} stopOpacity={0} />
          </linearGradient>
        </defs>
        <XAxis
          dataKey="timeAt"
          type="number"
          domain={["dataMin", "dataMax"]}
          tickFormatter={(timeAt: number) => format.format(timeAt * 1000)}
          tickLine={false}
          axisLine={false}
          minTickGap={48}
          tickMargin={6}
          height={22}
        />
        <YAxis hide domain={["auto", "auto"]} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--edge)", strokeDasharray: "3 3" }}
          content={({ active, payload }) =>
            active ? <Tip point={payload[0]?.payload as CurvePoint | undefined} /> : null
          }
        />
        <Area
          dataKey="usdValue"
          type="monotone"
          stroke={colour}
          strokeWidth={2}
          fill={`url(#${id})`}
          isAnimationActive={false}
          dot={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}

const Tip = ({ point }: { readonly point: CurvePoint | undefined }) =>
  point === undefined ? null : (
    <div className="plot-tip">
      <strong className="number">{formatUsd(point.usdValue)}</strong>
      <p className="quiet">{momentWords(point.timeAt)}</p>
    </div>
  );
