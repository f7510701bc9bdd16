import type { Token } from "@portico/client";
import { t } from "../../languages/t.ts";
import { formatValue } from "../../currency/formatValue.ts";
import { useState } from "react";
import { Button, Card } from "@portico/ui";
import { type PriceDays, usePriceCurve } from "../../api/facts.ts";
import { CurveChart } from "../../charts/CurveChart.tsx";
import { formatChange } from "../../parts/formatChange.ts";
import "../../style/addressHead.css";

const SPANS = [
  { days: 1, name: "day" },
  { days: 7, name: "week" },
  { days: 30, name: "month" },
  { days: 365, name: "year" },
] as const satisfies readonly { readonly days: PriceDays; readonly name: string }[];

/** A token's price over time. */
export function PriceCard({ token: { chain, id } }: { readonly token: Token }) {
  const [days, setDays] = useState<PriceDays>(7);
  const { name: time } = SPANS.find((span) => span.days === days) ?? SPANS[1];
  return (
    <div className="price-card">
      <Card
        title={t("overview.price")}
        actions={
          <div className="spans" role="group" aria-label={t("shell.timeShown")}>
            {SPANS.map((span) => (
              <button
                key={span.days}
                type="button"
                aria-pressed={days === span.days}
                onClick={() => setDays(span.days)}
              >
                {t(`shell.${span.name}`)}
              </button>
            ))}
          </div>
        }
      >
        <Curve chain={chain} id={id} days={days} time={time} />
      </Card>
    </div>
  );
}

const RANGES = {
  up: { whole: "token.up", partly: "token.upPartly" },
  down: { whole: "token.down", partly: "token.downPartly" },
} as const;

interface CurveProps {
  readonly chain: string;
  readonly id: string;
  readonly days: PriceDays;
  readonly time: string;
}

function Curve({ chain, id, days, time }: CurveProps) {
  const { data, error, isFetching, refetch } = usePriceCurve(chain, id, days);
  if (error !== null)
    return (
      <p className="curve empty-curve" role="alert">
        {t("shell.curveFailed")}{" "}
        <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
          {t("parts.tryAgain")}
        </Button>
      </p>
    );
  if (data === undefined)
    return (
      <div className="curve" role="status">
        <span className="unseen">{t("token.curveLoading")}</span>
        <span className="bone" aria-hidden />
      </div>
    );
  // before the first known price there is nothing to draw
  const points = (data?.points ?? []).filter(([, price]) => price > 0);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2)
    return <p className="curve empty-curve quiet">{t("token.noPrices")}</p>;
  const fraction = last[1] / first[1] - 1;
  const values = points.map(([, price]) => price);
  const isPartly = points.length < (data?.points.length ?? 0);
  const direction = fraction >= 0 ? "up" : "down";
  return (
    <figure>
      <CurveChart
        points={points.map(([timeAt, usdValue]) => ({ timeAt, usdValue }))}
        isUp={fraction >= 0}
        label={t("token.curve", { time })}
      />
      <figcaption className="quiet small">
        {t(RANGES[direction][isPartly ? "partly" : "whole"], {
          change: formatChange(fraction),
          least: formatValue(Math.min(...values)),
          most: formatValue(Math.max(...values)),
        })}
      </figcaption>
    </figure>
  );
}
