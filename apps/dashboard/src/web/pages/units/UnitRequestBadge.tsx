import type { UnitRequest } from "@portico/contract";
import { Badge } from "@portico/ui";
import { formatCount } from "@portico/ui/browser";

const STATES = {
  waiting: { tone: "caution", name: "Waiting" },
  granted: { tone: "good", name: "Granted" },
  declined: { tone: "bad", name: "Declined" },
} as const;

/** Whether and how a request for units was decided. */
export const UnitRequestBadge = ({ request }: { readonly request: UnitRequest }) => {
  const { state, granted_units: granted, answer } = request;
  return (
    <>
      <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
      {granted !== null && granted !== request.units && <span className="small"> {formatCount(granted)} units</span>}
      {answer !== null && <p className="quiet small">{answer}</p>}
    </>
  );
};
