export { blockSender, listInbox, markMessageRead, unblockSender } from "./inbox.ts";
export { deleteOldMessages } from "./messageRetention.ts";
export { findMessageStatus, listMessageBatches, type MessageBatch } from "./messageStatus.ts";
export { findWebhookMessage, noteWebhookAttempt } from "./messageWebhooks.ts";
export type { WebhookChunk, WebhookMessage } from "./messageWebhooks.ts";
export { createMessageBatch, findSending } from "./messages.ts";
export type { KnownSending, MessageContent, MessageKind, NewMessageBatch } from "./messages.ts";
