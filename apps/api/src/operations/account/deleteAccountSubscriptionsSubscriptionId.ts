import { deleteSubscription } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { getOwnSubscription, holderOf } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";

/** DELETE /v1/account/subscriptions/{subscription_id}. */
export const deleteAccountSubscriptionsSubscriptionId: Operation<"deleteAccountSubscriptionsSubscriptionId"> = async (
  { path: { subscription_id: id }, caller, reply },
  { primary },
) => {
  const subscription = await getOwnSubscription(primary, id, caller);
  await deleteSubscription(primary, { id, holder: holderOf(caller) });
  return reply(200, toSubscriptionResponse(subscription));
};
