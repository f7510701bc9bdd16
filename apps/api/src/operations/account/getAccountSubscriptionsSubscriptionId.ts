import type { Operation } from "../../deps.ts";
import { getOwnSubscription } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";

/** GET /v1/account/subscriptions/{subscription_id}. */
export const getAccountSubscriptionsSubscriptionId: Operation<"getAccountSubscriptionsSubscriptionId"> = async (
  { path, caller, reply },
  { primary },
) => reply(200, toSubscriptionResponse(await getOwnSubscription(primary, path.subscription_id, caller)));
