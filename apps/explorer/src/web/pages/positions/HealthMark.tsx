import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { plainText } from "@portico/ui/browser";
import { type Collateral, healthOf } from "./healthOf.ts";
import { t } from "../../languages/t.ts";

/** Each level has its own shape, for users who can't distinguish the colours. */
const SIGNS = { good: CircleCheck, caution: TriangleAlert, bad: OctagonAlert };

interface HealthMarkProps {
  /** Liquidation happens below 1; null if there is no debt. */
  readonly rate: number | null;
  readonly collateral: Collateral | undefined;
}

/** A loan's health as a number, an icon and words. */
export function HealthMark({ rate, collateral }: HealthMarkProps) {
  const { figure, words, level } = healthOf(
    rate,
    collateral && { ...collateral, symbol: plainText(collateral.symbol, 20) },
  );
  const Sign = SIGNS[level];
  return (
    <p className={`position-health ${level}`}>
      <Sign size={15} aria-hidden />
      <span>
        {rate !== null && (
          <>
            <strong className="number">{t("positions.health", { figure })}</strong>
            {" · "}
          </>
        )}
        {words}
      </span>
    </p>
  );
}
