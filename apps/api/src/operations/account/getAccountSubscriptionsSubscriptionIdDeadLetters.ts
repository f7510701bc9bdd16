import { listDeadLetters } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { getOwnSubscription } from "../../events/ownSubscription.ts";
import { toDeadLetterResponse } from "../../events/subscriptionResponse.ts";

type List = Operation<"getAccountSubscriptionsSubscriptionIdDeadLetters">;

/** GET /v1/account/subscriptions/{subscription_id}/dead_letters. */
export const getAccountSubscriptionsSubscriptionIdDeadLetters: List = async (
  { path, query: { start, limit }, caller, reply },
  { primary },
) => {
  const { id: subscriptionId } = await getOwnSubscription(primary, path.subscription_id, caller);
  const { letters, total } = await listDeadLetters(primary, { subscriptionId, start, limit });
  return reply(200, { dead_letters: letters.map(toDeadLetterResponse), total });
};
