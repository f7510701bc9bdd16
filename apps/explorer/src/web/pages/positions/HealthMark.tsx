import { CircleCheck, OctagonAlert, TriangleAlert } from "lucide-react";
import { healthOf } from "./healthOf.ts";

/** Each level has a shape of its own, for those who don't see its colour. */
const SIGNS = { good: CircleCheck, caution: TriangleAlert, bad: OctagonAlert };

/** A loan's health as a figure, a sign and words. @param rate - Liquidation happens below 1; null when nothing is owed. */
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
