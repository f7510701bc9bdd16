import type { NetChange } from "@portico/client";
import { formatValue } from "../currency/formatValue.ts";
import { formatTimestamp, plural } from "@portico/ui/browser";
import { Source } from "../parts/Source.tsx";
import { type Span, useNetCurve } from "./useNetCurve.ts";

/** What the net worth changed by over the displayed time: what moved, and what prices did. */
export function NetSplit({ days }: { readonly days: Span }) {
  const { query } = useNetCurve(days);
  const { change = null, positions_since: positionsSince } = query.data?.data ?? {};
  if (query.data === undefined) return <div className="net-split" />;
  if (change === null) return <p className="net-split quiet">What changed in this time is not known.</p>;
  const isFirstRead = typeof positionsSince === "number" && positionsSince > change.since;
  return (
    <section className="net-split" aria-label="What changed">
      <dl>
        {PARTS.map(({ name, read }) => (
          <div key={name}>
            <dt className="quiet">{name}</dt>
            <dd>{signed(read(change))}</dd>
          </div>
        ))}
        <div>
          <dt className="quiet">
            Since <Source label="the change" meta={query.data.meta} how={HOW} />
          </dt>
          <dd>{formatTimestamp(change.since)}</dd>
        </div>
      </dl>
      <Gaps change={change} positionsSince={isFirstRead ? positionsSince : undefined} />
    </section>
  );
}

const PARTS: readonly { readonly name: string; readonly read: (change: NetChange) => number }[] = [
  { name: "Received minus sent", read: ({ inflow_usd_value: usd }) => usd },
  { name: "Moved in protocols", read: ({ position_usd_value: usd }) => usd },
  { name: "Gain of prices", read: ({ gain_usd_value: usd }) => usd },
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
      {unpriced > 0 && `${unpriced} of ${plural(moves, "movement")} had no known price, and count as nothing. `}
      {positionsSince !== undefined &&
        `Positions are known since ${formatTimestamp(positionsSince)}: those read then count as moved in.`}
    </p>
  );
}

const signed = (usd: number): string => `${usd >= 0 ? "+" : ""}${formatValue(usd)}`;

const HOW = (
  <>
    <p>
      Received minus sent, gas included, counts at the prices of the time at which it moved. Deposits in protocols are
      sent, and moved in there; what accrues there counts as moved in, too. The rest is what prices did to what was
      held.
    </p>
    <p>
      What was swapped, or moved between this address’s own chains, cancels but for its costs. Addresses of the same
      owner are not known to belong together: what moves between them is received and sent.
    </p>
  </>
);
