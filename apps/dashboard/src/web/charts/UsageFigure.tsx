import { Swatch } from "@portico/ui";
import { ALL } from "./plotUsage.ts";
import { UsageChart, type UsageChartProps } from "./UsageChart.tsx";

/** A chart of bars with its legend. */
export const UsageFigure = ({ plot, ...props }: UsageChartProps) => (
  <figure>
    <UsageChart plot={plot} {...props} />
    {plot.series.some(({ id }) => id !== ALL) && (
      <figcaption>
        <ul className="key">
          {plot.series.map(({ id, label: name, colour }) => (
            <li key={id}>
              <Swatch colour={colour} /> {name}
            </li>
          ))}
        </ul>
      </figcaption>
    )}
  </figure>
);
