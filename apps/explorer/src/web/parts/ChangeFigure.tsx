import { formatChange } from "./formatChange.ts";
import { t } from "../languages/t.ts";

/**
 * A change over 24 hours, shown by a sign as well as by colour. @param fraction - 0.05 is five per cent up; null is
 * unknown.
 */
export function ChangeFigure({ fraction }: { readonly fraction: number | null | undefined }) {
  if (fraction === null || fraction === undefined)
    return (
      <span className="quiet" title={t("parts.notKnown")}>
        –
      </span>
    );
  const way = Math.abs(fraction) < 0.000_05 ? "level" : fraction > 0 ? "up" : "down";
  return (
    <span className={`change ${way} number nowrap`}>
      <span aria-hidden>{SIGNS[way]}</span>
      <span className="unseen">{t(`parts.${way}`)}</span> {formatChange(fraction)}
    </span>
  );
}

const SIGNS = { up: "▲", down: "▼", level: "=" } as const;
