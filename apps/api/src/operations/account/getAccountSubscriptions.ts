import { listSubscriptions } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { holderOf } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";

/** GET /v1/account/subscriptions. */
export const getAccountSubscriptions: Operation<"getAccountSubscriptions"> = async (
  { query: { start, limit }, caller, reply },
  { primary },
) => {
  const { subscriptions, total } = await listSubscriptions(primary, { holder: holderOf(caller), start, limit });
  return reply(200, { subscriptions: subscriptions.map(toSubscriptionResponse), total });
};
