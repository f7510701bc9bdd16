import type { NetChange } from "@portico/client";
import { formatValue } from "../currency/formatValue.ts";
import { formatTimestamp } from "@portico/ui/browser";
import { Source } from "../parts/Source.tsx";
import { type Span, useNetCurve } from "./useNetCurve.ts";
import { t } from "../languages/t.ts";

/** What the net worth changed by over the displayed time: what moved, and what prices did. */
export function NetSplit({ days }: { readonly days: Span }) {
  const { query } = useNetCurve(days);
  const { change = null, positions_since: positionsSince } = query.data?.data ?? {};
  if (query.data === undefined) return <div className="net-split" />;
  if (change === null) return <p className="net-split quiet">{t("shell.changeUnknown")}</p>;
  const isFirstRead = typeof positionsSince === "number" && positionsSince > change.since;
  return (
    <section className="net-split" aria-label={t("shell.whatChanged")}>
      <dl>
        {PARTS.map(({ name, read }) => (
          <div key={name}>
            <dt className="quiet">{t(`shell.${name}`)}</dt>
            <dd>{formatValue(read(change), { plus: "always" })}</dd>
          </div>
        ))}
        <div>
          <dt className="quiet">
            {t("shell.since")} <Source label={t("shell.theChange")} meta={query.data.meta} how={<How />} />
          </dt>
          <dd>{formatTimestamp(change.since)}</dd>
        </div>
      </dl>
      <Gaps change={change} positionsSince={isFirstRead ? positionsSince : undefined} />
    </section>
  );
}

const PARTS: readonly {
  readonly name: "inflow" | "inProtocols" | "gain";
  readonly read: (change: NetChange) => number;
}[] = [
  { name: "inflow", read: ({ inflow_usd_value: usd }) => usd },
  { name: "inProtocols", read: ({ position_usd_value: usd }) => usd },
  { name: "gain", read: ({ gain_usd_value: usd }) => usd },
];

interface GapsProps {
  readonly change: NetChange;
  /** When positions were first read, if that is in the displayed time. */
  readonly positionsSince: number | undefined;
}

function Gaps({ change: { move_count: moves, unpriced_move_count: unpriced }, positionsSince }: GapsProps) {
  if (unpriced === 0 && positionsSince === undefined) return null;
  return (
    <p className="quiet">
      {unpriced > 0 && `${t("shell.unpriced", { unpriced, count: moves })} `}
      {positionsSince !== undefined && t("shell.positionsSince", { time: formatTimestamp(positionsSince) })}
    </p>
  );
}

const How = () => (
  <>
    <p>{t("shell.changeHow")}</p>
    <p>{t("shell.changeLimits")}</p>
  </>
);
