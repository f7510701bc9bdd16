import { formatUsd } from "@portico/client";

interface UsdValueProps {
  readonly value: number;
  /** $1.2M */
  readonly isCompact?: boolean;
  /** What nobody has a price for shows as a dash. */
  readonly isUnknown?: boolean;
}

/** US dollars, the exact value on top where it is shortened. */
export const UsdValue = ({ value, isCompact = false, isUnknown = false }: UsdValueProps) =>
  isUnknown ? (
    <span className="quiet" title="No price is known">
      –
    </span>
  ) : (
    <span className="number nowrap" title={isCompact ? formatUsd(value) : undefined}>
      {formatUsd(value, { isCompact })}
    </span>
  );
