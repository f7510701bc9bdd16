import { CircleCheck, CirclePause } from "lucide-react";
import { plainText } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import type { PriceRange } from "./priceRange.ts";

const SYMBOL_LENGTH = 12;
const percent = (place: number): string => `${(place * 100).toFixed(2)}%`;

/** The prices between which liquidity is used, and the current one, drawn and in words. */
export function RangeBar({ range }: { readonly range: PriceRange }) {
  const { pair, lower, upper, current, isInRange, places } = range;
  const [base, quote] = pair.map((symbol) => plainText(symbol, SYMBOL_LENGTH));
  const State = isInRange ? CircleCheck : CirclePause;
  return (
    <div className={`position-range ${isInRange ? "good" : "caution"}`}>
      <p className="position-range-state">
        <State size={15} aria-hidden />
        <span>{isInRange ? "In range: earns fees" : "Out of range: one token alone, earns no fees"}</span>
      </p>
      <div className="position-range-line" aria-hidden>
        <span
          className="position-range-used"
          style={{ left: percent(places.lower), width: percent(places.upper - places.lower) }}
        />
        <span className="position-range-now" style={{ left: percent(places.current) }} />
      </div>
      <dl>
        <div>
          <dt>From</dt>
          <dd className="number">{lower === null ? "0" : formatAmountText(lower)}</dd>
        </div>
        <div>
          <dt>Now</dt>
          <dd className="number">{formatAmountText(current)}</dd>
        </div>
        <div>
          <dt>To</dt>
          <dd className="number">{upper === null ? "∞" : formatAmountText(upper)}</dd>
        </div>
      </dl>
      <p className="quiet small">
        <bdi className="foreign">{quote}</bdi> for one <bdi className="foreign">{base}</bdi>
      </p>
    </div>
  );
}
