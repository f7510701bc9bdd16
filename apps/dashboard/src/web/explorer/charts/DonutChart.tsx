import { formatUsd } from "@portico/client";
import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from "recharts";

export interface Slice {
  readonly id: string;
  readonly name: string;
  readonly usdValue: number;
  readonly colour: string;
}

/** Shares of a whole as a ring. A table of the same numbers stands beside it wherever it is used. */
export const DonutChart = ({ slices, label }: { readonly slices: readonly Slice[]; readonly label: string }) => (
  <ResponsiveContainer width="100%" height="100%">
    <PieChart aria-label={label}>
      <Pie
        data={slices}
        dataKey="usdValue"
        nameKey="name"
        innerRadius="66%"
        outerRadius="100%"
        startAngle={90}
        endAngle={-270}
        stroke="var(--card)"
        strokeWidth={slices.length > 1 ? 2 : 0}
        isAnimationActive={false}
        rootTabIndex={-1}
      >
        {slices.map(({ id, colour }) => (
          <Cell key={id} fill={colour} />
        ))}
      </Pie>
      <Tooltip
        isAnimationActive={false}
        content={({ active, payload }) => (active ? <Tip slice={payload[0]?.payload as Slice | undefined} /> : null)}
      />
    </PieChart>
  </ResponsiveContainer>
);

const Tip = ({ slice }: { readonly slice: Slice | undefined }) =>
  slice === undefined ? null : (
    <div className="plot-tip">
      <strong>
        <bdi>{slice.name}</bdi>
      </strong>
      <p className="number">{formatUsd(slice.usdValue)}</p>
    </div>
  );
