import { Swatch } from "@portico/ui";
import { ALL, type UsagePlot } from "./plotUsage.ts";
import { UsageChart } from "./UsageChart.tsx";

/** A chart of units per day with its legend. */
export const UsageFigure = ({ plot, label }: { readonly plot: UsagePlot; readonly label: string }) => (
  <figure>
    <UsageChart plot={plot} label={label} />
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
