import { mintSecret, rotateSubscriptionSecret } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { getOwnSubscription, holderOf, unknownSubscription } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";

type Rotate = Operation<"postAccountSubscriptionsSubscriptionIdSecret">;

/** POST /v1/account/subscriptions/{subscription_id}/secret. */
export const postAccountSubscriptionsSubscriptionIdSecret: Rotate = async (
  { path: { subscription_id: id }, caller, reply },
  { primary },
) => {
  const secret = mintSecret();
  if (!(await rotateSubscriptionSecret(primary, { id, holder: holderOf(caller), secret }))) throw unknownSubscription();
  const subscription = toSubscriptionResponse(await getOwnSubscription(primary, id, caller));
  return reply(201, { subscription, secret }, { "Cache-Control": "no-store" });
};
