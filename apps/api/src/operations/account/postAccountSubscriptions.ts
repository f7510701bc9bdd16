import { createSubscription, mintSecret } from "@portico/store";
import type { Operation } from "../../deps.ts";
import { invalidParams } from "../../errors.ts";
import { readEventChains, readEventKinds, readEventOwners } from "../../events/eventQuery.ts";
import { getOwnSubscription } from "../../events/ownSubscription.ts";
import { toSubscriptionResponse } from "../../events/subscriptionResponse.ts";
import { readWebhookUrl } from "../../events/webhookUrl.ts";

/** Of an account, or of a key without one. */
const SUBSCRIPTIONS_MAX = 100;

/** POST /v1/account/subscriptions. */
export const postAccountSubscriptions: Operation<"postAccountSubscriptions"> = async (
  { body, caller, reply },
  { primary, events },
) => {
  const { name, is_paused: isPaused } = body;
  const owners = readEventOwners(body.owners);
  const kinds = readEventKinds(body.kinds);
  const chains = await readEventChains(primary, body.chain_ids, "chain_ids");
  const url = await readWebhookUrl(body.url, events.isPrivate);
  const secret = mintSecret();
  const content = { name, url, owners, chains, kinds, isPaused, secret, max: SUBSCRIPTIONS_MAX };
  const id = await createSubscription(primary, caller, content);
  if (id === undefined)
    throw invalidParams({ url: `can't be added: there are ${SUBSCRIPTIONS_MAX} subscriptions already` });
  await events.queue.wake(id);
  const subscription = toSubscriptionResponse(await getOwnSubscription(primary, id, caller));
  return reply(201, { subscription, secret }, { "Cache-Control": "no-store" });
};
