import type { DashboardSubscription } from "@portico/contract";
import { Badge } from "@portico/ui";

/** Whether events are sent, and why not. */
export const SubscriptionBadge = ({ subscription }: { readonly subscription: DashboardSubscription }) => {
  const { is_paused: isPaused, last_error: error } = subscription;
  if (isPaused) return <Badge tone="caution">Paused</Badge>;
  return (
    <>
      <Badge tone={error === null ? "good" : "bad"}>{error === null ? "Sending" : "Failing"}</Badge>
      {error !== null && <p className="quiet small">{error}</p>}
    </>
  );
};
