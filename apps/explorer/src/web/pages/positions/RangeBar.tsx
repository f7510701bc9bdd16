import { CircleCheck, CirclePause } from "lucide-react";
import { plainText } from "@portico/ui/browser";
import { formatAmountText } from "../../parts/formatAmountText.ts";
import type { PriceRange } from "./priceRange.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

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
        <span>{isInRange ? t("positions.inRange") : t("positions.outOfRange")}</span>
      </p>
      <div className="position-range-line" aria-hidden>
        <span
          className="position-range-used"
          style={{ insetInlineStart: percent(places.lower), width: percent(places.upper - places.lower) }}
        />
        <span className="position-range-now" style={{ insetInlineStart: percent(places.current) }} />
      </div>
      <dl>
        <div>
          <dt>{t("positions.from")}</dt>
          <dd className="number">{lower === null ? "0" : formatAmountText(lower)}</dd>
        </div>
        <div>
          <dt>{t("positions.now")}</dt>
          <dd className="number">{formatAmountText(current)}</dd>
        </div>
        <div>
          <dt>{t("positions.to")}</dt>
          <dd className="number">{upper === null ? "∞" : formatAmountText(upper)}</dd>
        </div>
      </dl>
      <p className="quiet small">
        <Message
          id="positions.quote"
          params={{
            quote: <bdi className="foreign">{quote}</bdi>,
            base: <bdi className="foreign">{base}</bdi>,
          }}
        />
      </p>
    </div>
  );
}
