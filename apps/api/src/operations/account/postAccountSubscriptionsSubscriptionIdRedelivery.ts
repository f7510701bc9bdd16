import { parseEventId, requestRedelivery } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";
import { getOwnSubscription } from "../../events/ownSubscription.ts";

type Redeliver = Operation<"postAccountSubscriptionsSubscriptionIdRedelivery">;

/** POST /v1/account/subscriptions/{subscription_id}/redelivery. */
export const postAccountSubscriptionsSubscriptionIdRedelivery: Redeliver = async (
  { path, body, caller, reply },
  { primary, events },
) => {
  const { id } = await getOwnSubscription(primary, path.subscription_id, caller);
  const refs = body.event_ids?.map((text, index) => {
    const ref = parseEventId(text);
    if (ref === undefined) throw invalidParams({ [`event_ids.${index}`]: "is not the id of an event" });
    return ref;
  });
  const requested = await requestRedelivery(primary, id, refs);
  if (requested > 0) await events.queue.wake(id);
  return reply(200, { requested_count: requested });
};
