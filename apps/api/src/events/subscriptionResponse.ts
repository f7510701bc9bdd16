import type { DeadLetter as DeadLetterResponse, Subscription as SubscriptionResponse } from "@portico/contract";
import type { DeadLetter, Subscription } from "@portico/store";
import { toOwnerEventResponse } from "./ownerEventResponse.ts";

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const toSubscriptionResponse = (subscription: Subscription): SubscriptionResponse => ({
  id: subscription.id,
  name: subscription.name,
  url: subscription.url,
  owners: [...subscription.owners],
  chain_ids: [...subscription.chains],
  kinds: [...subscription.kinds],
  is_paused: subscription.isPaused,
  create_at: toSeconds(subscription.createdAt),
  former_secret_until: subscription.formerUntil && toSeconds(subscription.formerUntil),
  pending_count: subscription.pendingCount,
  dead_letter_count: subscription.deadLetterCount,
  last_error: subscription.lastError ?? "",
});

export const toDeadLetterResponse = (letter: DeadLetter): DeadLetterResponse => ({
  event: toOwnerEventResponse(letter.event, letter.previousNumber),
  attempt_count: letter.attempts,
  last_error: letter.lastError,
  create_at: toSeconds(letter.createdAt),
  is_requested: letter.isRequested,
});
