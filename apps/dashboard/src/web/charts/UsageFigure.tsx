import { lazy, Suspense } from "react";
import { ALL, type UsagePlot } from "./plotUsage.ts";
import { Swatch } from "@portico/ui";

// the library that draws weighs more than the rest of the app: it comes when a plot is shown
const UsageChart = lazy(() => import("./UsageChart.tsx").then((module) => ({ default: module.UsageChart })));

/** A plot of units per day with its key. */
export const UsageFigure = ({ plot, label }: { readonly plot: UsagePlot; readonly label: string }) => (
  <figure>
    <Suspense fallback={<span className="bone tall" aria-hidden />}>
      <UsageChart plot={plot} label={label} />
    </Suspense>
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
