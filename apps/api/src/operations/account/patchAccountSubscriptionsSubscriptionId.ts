import { updateSubscription } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { readEventChains, readEventKinds, readEventOwners } from "../../events/eventQuery.ts";
import { getOwnSubscription, holderOf, unknownSubscription } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";
import { readWebhookUrl } from "../../events/webhookUrl.ts";

/** PATCH /v1/account/subscriptions/{subscription_id}. */
export const patchAccountSubscriptionsSubscriptionId: Operation<"patchAccountSubscriptionsSubscriptionId"> = async (
  { path: { subscription_id: id }, body, caller, reply },
  { primary, events },
) => {
  await getOwnSubscription(primary, id, caller);
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.is_paused !== undefined && { isPaused: body.is_paused }),
    ...(body.owners !== undefined && { owners: readEventOwners(body.owners) }),
    ...(body.kinds !== undefined && { kinds: readEventKinds(body.kinds) }),
    ...(body.chain_ids !== undefined && { chains: await readEventChains(primary, body.chain_ids, "chain_ids") }),
    ...(body.url !== undefined && { url: await readWebhookUrl(body.url, events.isPrivate) }),
  };
  if (!(await updateSubscription(primary, { id, holder: holderOf(caller) }, change))) throw unknownSubscription();
  await events.queue.wake(id);
  return reply(200, toSubscriptionResponse(await getOwnSubscription(primary, id, caller)));
};
