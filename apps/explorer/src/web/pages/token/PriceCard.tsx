import type { Token } from "@portico/client";
import { formatValue } from "../../currency/formatValue.ts";
import { useState } from "react";
import { Button, Card } from "@portico/ui";
import { type PriceDays, usePriceCurve } from "../../api/facts.ts";
import { CurveChart } from "../../charts/CurveChart.tsx";
import { formatChange } from "../../parts/formatChange.ts";
import "../../style/addressHead.css";

const SPANS: readonly { readonly days: PriceDays; readonly name: string; readonly words: string }[] = [
  { days: 1, name: "24 h", words: "24 hours" },
  { days: 7, name: "7 d", words: "7 days" },
  { days: 30, name: "30 d", words: "30 days" },
  { days: 365, name: "1 y", words: "a year" },
];

/** A token's price over time. */
export function PriceCard({ token: { chain, id } }: { readonly token: Token }) {
  const [days, setDays] = useState<PriceDays>(7);
  const { words } = SPANS.find((span) => span.days === days) ?? { words: "" };
  return (
    <div className="price-card">
      <Card
        title="Price"
        actions={
          <div className="spans" role="group" aria-label="Time shown">
            {SPANS.map((span) => (
              <button
                key={span.days}
                type="button"
                aria-pressed={days === span.days}
                onClick={() => setDays(span.days)}
              >
                {span.name}
              </button>
            ))}
          </div>
        }
      >
        <Curve chain={chain} id={id} days={days} words={words} />
      </Card>
    </div>
  );
}

interface CurveProps {
  readonly chain: string;
  readonly id: string;
  readonly days: PriceDays;
  readonly words: string;
}

function Curve({ chain, id, days, words }: CurveProps) {
  const { data, error, isFetching, refetch } = usePriceCurve(chain, id, days);
  if (error !== null)
    return (
      <p className="curve empty-curve" role="alert">
        The curve can't be read right now.{" "}
        <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (data === undefined)
    return (
      <div className="curve" role="status">
        <span className="unseen">Loading the price curve …</span>
        <span className="bone" aria-hidden />
      </div>
    );
  // before the first known price there is nothing to draw
  const points = (data?.points ?? []).filter(([, price]) => price > 0);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2)
    return <p className="curve empty-curve quiet">No prices are known in this time</p>;
  const fraction = last[1] / first[1] - 1;
  const values = points.map(([, price]) => price);
  const range = `between ${formatValue(Math.min(...values))} and ${formatValue(Math.max(...values))}`;
  return (
    <figure>
      <CurveChart
        points={points.map(([timeAt, usdValue]) => ({ timeAt, usdValue }))}
        isUp={fraction >= 0}
        label={`Price over ${words}`}
      />
      <figcaption className="quiet small">
        {fraction >= 0 ? "Up" : "Down"} {formatChange(fraction)}, {range}
        {points.length < (data?.points.length ?? 0) && "; earlier prices are not known"}
      </figcaption>
    </figure>
  );
}
