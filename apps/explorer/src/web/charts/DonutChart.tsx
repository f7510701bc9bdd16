import { formatValue } from "../currency/formatValue.ts";
import { arc, pie, type PieArcDatum } from "d3-shape";
import { useState } from "react";

export interface Slice {
  readonly id: string;
  readonly name: string;
  readonly usdValue: number;
  readonly colour: string;
}

/** Between two slices, radians. */
const GAP = 0.02;
/** Minimum share of the ring: a smaller slice would be invisible. */
const LEAST = 0.003;

const drawSector = arc<PieArcDatum<Slice>>().innerRadius(33).outerRadius(50);

/** Shares of a whole as a ring. Wherever it is used, a table of the same numbers is beside it. */
export function DonutChart({ slices, label }: { readonly slices: readonly Slice[]; readonly label: string }) {
  const [looked, setLooked] = useState<string>();
  const at = slices.find(({ id }) => id === looked);
  return (
    <div className="donut" onPointerLeave={() => setLooked(undefined)}>
      <svg viewBox="-50 -50 100 100" role="img" aria-label={label}>
        {sectorsOf(slices).map((sector) => (
          <path
            key={sector.data.id}
            className="slice"
            d={drawSector(sector) ?? ""}
            fill={sector.data.colour}
            onPointerEnter={() => setLooked(sector.data.id)}
          />
        ))}
      </svg>
      {at !== undefined && (
        <div className="plot-tip" aria-hidden>
          <strong>
            <bdi>{at.name}</bdi>
          </strong>
          <p className="number">{formatValue(at.usdValue)}</p>
        </div>
      )}
    </div>
  );
}

/** Sectors of the ring, clockwise from its top in the order of the slices. */
function sectorsOf(slices: readonly Slice[]) {
  const whole = slices.reduce((sum, { usdValue }) => sum + usdValue, 0);
  const index = pie<Slice>()
    .sortValues(() => 0)
    .value(({ usdValue }) => Math.max(usdValue, whole * LEAST))
    .padAngle(slices.length > 1 ? GAP : 0);
  return index([...slices]);
}
