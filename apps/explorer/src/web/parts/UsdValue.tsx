import { formatValue } from "../currency/formatValue.ts";
import { t } from "../languages/t.ts";

interface UsdValueProps {
  readonly value: number;
  /** $1.2M */
  readonly isCompact?: boolean;
  /** Shown as a dash, since there is no price. */
  readonly isUnknown?: boolean;
}

/** US dollars, with the exact value as a tooltip if it is shortened. */
export const UsdValue = ({ value, isCompact = false, isUnknown = false }: UsdValueProps) =>
  isUnknown ? (
    <span className="quiet" title={t("parts.noPrice")}>
      –
    </span>
  ) : (
    <span className="number nowrap" title={isCompact ? formatValue(value) : undefined}>
      {formatValue(value, { isCompact })}
    </span>
  );
