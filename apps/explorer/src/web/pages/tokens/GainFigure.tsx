import { formatValue } from "../../currency/formatValue.ts";
import { t } from "../../languages/t.ts";

/** A gain or loss in USD; null is unknown. */
export const GainFigure = ({ usdValue }: { readonly usdValue: number | null }) =>
  usdValue === null ? (
    <span className="quiet" title={t("parts.notKnown")}>
      –
    </span>
  ) : (
    <span className={`number nowrap change ${usdValue > 0 ? "up" : usdValue < 0 ? "down" : "level"}`}>
      {formatValue(usdValue, { plus: "gain" })}
    </span>
  );
