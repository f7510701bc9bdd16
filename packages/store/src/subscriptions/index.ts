export { listDeadLetters, listRequestedLetters, requestRedelivery } from "./deadLetters.ts";
export { deleteDeadLetter, noteLetterFailed, type DeadLetter } from "./deadLetters.ts";
export { buryEvent, findDeliverable, listDueLanes, listForgotten } from "./deliveries.ts";
export { noteFailed, notePassed, noteSent, readSecondsToNext, takeUnqueued } from "./deliveries.ts";
export type { DeliveredSubscription, PendingLane } from "./deliveries.ts";
export {
  createSubscription,
  deleteSubscription,
  findSubscription,
  hasSubscriptions,
  listSubscriptions,
  mintSecret,
  rotateSubscriptionSecret,
  updateSubscription,
} from "./subscriptions.ts";
export type { Subscription } from "./subscriptions.ts";
