import type { DashboardDeadLetter, DashboardSubscription } from "@portico/contract";
import { invalidParams, ServiceError } from "@portico/server";
import {
  deleteSubscription,
  findSubscription,
  listDeadLetters,
  listSubscriptions,
  parseEventId,
  requestRedelivery,
  toEventId,
  updateSubscription,
  type DeadLetter,
  type Subscription,
} from "@portico/store";
import type { CallDeps, Operation } from "../deps.ts";
import { toSeconds } from "../ownerResponse.ts";

/** GET /dashboard/subscriptions */
export const getDashboardSubscriptions: Operation<"getDashboardSubscriptions"> = async (
  { query, reply },
  { db, session },
) => {
  const { subscriptions, total } = await listSubscriptions(db, { holder: session.accountId, ...query });
  return reply(200, { subscription_list: subscriptions.map(toResponse), total_count: total });
};

/** PATCH /dashboard/subscriptions/{subscription_id} */
export const patchDashboardSubscriptionsSubscriptionId: Operation<"patchDashboardSubscriptionsSubscriptionId"> = async (
  { path, body, reply },
  deps,
) => {
  const { id, name } = await getOwn(deps, path.subscription_id);
  deps.note({ detail: name });
  await updateSubscription(deps.db, { id, holder: deps.session.accountId }, { isPaused: body.is_paused });
  return reply(200, toResponse(await getOwn(deps, id)));
};

type Delete = Operation<"deleteDashboardSubscriptionsSubscriptionId">;

/** DELETE /dashboard/subscriptions/{subscription_id} */
export const deleteDashboardSubscriptionsSubscriptionId: Delete = async ({ path, reply }, deps) => {
  const subscription = await getOwn(deps, path.subscription_id);
  deps.note({ detail: subscription.name });
  await deleteSubscription(deps.db, { id: subscription.id, holder: deps.session.accountId });
  return reply(200, toResponse(subscription));
};

type ListLetters = Operation<"getDashboardSubscriptionsSubscriptionIdDeadLetters">;

/** GET /dashboard/subscriptions/{subscription_id}/dead_letters */
export const getDashboardSubscriptionsSubscriptionIdDeadLetters: ListLetters = async ({ path, query, reply }, deps) => {
  const { id: subscriptionId } = await getOwn(deps, path.subscription_id);
  const { letters, total } = await listDeadLetters(deps.db, { subscriptionId, ...query });
  return reply(200, { dead_letter_list: letters.map(toLetterResponse), total_count: total });
};

type Redeliver = Operation<"postDashboardSubscriptionsSubscriptionIdRedelivery">;

/** POST /dashboard/subscriptions/{subscription_id}/redelivery: the data API's processes are notified. */
export const postDashboardSubscriptionsSubscriptionIdRedelivery: Redeliver = async ({ path, body, reply }, deps) => {
  const { id } = await getOwn(deps, path.subscription_id);
  const refs = body.event_ids?.map((text, index) => {
    const ref = parseEventId(text);
    if (ref === undefined) throw invalidParams({ [`event_ids.${index}`]: "is not the id of an event" });
    return ref;
  });
  return reply(200, { requested_count: await requestRedelivery(deps.db, id, refs) });
};

/** @throws ServiceError not_found, also for another account's */
async function getOwn({ db, session }: Pick<CallDeps, "db" | "session">, id: string): Promise<Subscription> {
  const found = await findSubscription(db, { id, holder: session.accountId });
  if (found === undefined) throw new ServiceError("not_found", "The account has no such subscription");
  return found;
}

const toResponse = (subscription: Subscription): DashboardSubscription => ({
  id: subscription.id,
  name: subscription.name,
  url: subscription.url,
  owner_count: subscription.owners.length,
  chain_ids: [...subscription.chains],
  kinds: [...subscription.kinds],
  is_paused: subscription.isPaused,
  created_at: toSeconds(subscription.createdAt),
  pending_count: subscription.pendingCount,
  dead_letter_count: subscription.deadLetterCount,
  last_error: subscription.lastError,
});

const toLetterResponse = ({ event, ...letter }: DeadLetter): DashboardDeadLetter => ({
  event_id: toEventId(event),
  type: event.reverts === undefined ? "activity" : "reverted",
  user_addr: event.owner,
  chain_id: event.chain,
  number: Number(event.number),
  tx_hash: event.transaction?.hash ?? null,
  attempt_count: letter.attempts,
  last_error: letter.lastError,
  created_at: toSeconds(letter.createdAt),
  is_requested: letter.isRequested,
});
