import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { healthOf } from "./healthOf.ts";

/** Each level has its own shape, for users who can't distinguish the colours. */
const SIGNS = { good: CircleCheck, caution: TriangleAlert, bad: OctagonAlert };

/**
 * A loan's health as a number, an icon and words. @param rate - Liquidation happens below 1; null if there is no debt.
 */
export function HealthMark({ rate }: { readonly rate: number | null }) {
  const { figure, words, level } = healthOf(rate);
  const Sign = SIGNS[level];
  return (
    <p className={`position-health ${level}`}>
      <Sign size={15} aria-hidden />
      <span>
        {rate !== null && (
          <>
            <strong className="number">Health {figure}</strong>
            {" · "}
          </>
        )}
        {words}
      </span>
    </p>
  );
}
