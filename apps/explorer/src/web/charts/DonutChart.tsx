import { formatUsd } from "@portico/client";
import { useState } from "react";

export interface Slice {
  readonly id: string;
  readonly name: string;
  readonly usdValue: number;
  readonly colour: string;
}

/** Between two slices, and the least of one that is drawn: per cent of the ring. */
const [GAP, LEAST] = [0.6, 0.2];

/** Shares of a whole as a ring. A table of the same numbers stands beside it wherever it is used. */
export function DonutChart({ slices, label }: { readonly slices: readonly Slice[]; readonly label: string }) {
  const [looked, setLooked] = useState<string>();
  const at = slices.find(({ id }) => id === looked);
  return (
    <div className="donut" onPointerLeave={() => setLooked(undefined)}>
      <svg viewBox="0 0 100 100" role="img" aria-label={label}>
        {arcsOf(slices).map(({ id, colour, from, length }) => (
          <circle
            key={id}
            className="slice"
            cx={50}
            cy={50}
            r={41.5}
            pathLength={100}
            stroke={colour}
            strokeDasharray={`${length} 100`}
            strokeDashoffset={-from}
            onPointerEnter={() => setLooked(id)}
          />
        ))}
      </svg>
      {at !== undefined && (
        <div className="plot-tip" aria-hidden>
          <strong>
            <bdi>{at.name}</bdi>
          </strong>
          <p className="number">{formatUsd(at.usdValue)}</p>
        </div>
      )}
    </div>
  );
}

interface Arc extends Slice {
  /** Per cent of the ring, from its top. */
  readonly from: number;
  readonly length: number;
}

function arcsOf(slices: readonly Slice[]): Arc[] {
  const whole = slices.reduce((sum, { usdValue }) => sum + usdValue, 0);
  const gap = slices.length > 1 ? GAP : 0;
  let from = 0;
  return slices.map((slice) => {
    const share = (slice.usdValue / whole) * 100;
    const arc = { ...slice, from, length: Math.max(LEAST, share - gap) };
    from += share;
    return arc;
  });
}
