import type { Address } from "@portico/evm";
import { keySubject, type NewMessageBatch } from "@portico/store";

/** A recipient; distinct for each index. */
export const addressOf = (index: number): Address => `0x${"ab".repeat(16)}${index.toString(16).padStart(8, "0")}`;

const value = { data: "Voting on proposal 12 ends <b>tomorrow</b>.", url: "https://app.example/12", version: "v1" };

/** As in a request. */
export const CONTENT = { type: "text", value };

/** A stored sending to one recipient, in one chunk for a webhook. */
export const newBatch = (id: string, keyId: string, recipient: Address): NewMessageBatch => ({
  id,
  kind: "message_send",
  accountId: null,
  keyId,
  content: { text: "Hello", url: "" },
  recipients: [keySubject(recipient)],
  requestHash: `0x${"00".repeat(32)}`,
  idempotencyKey: null,
  maxOfferPrice: 0n,
  prepaymentAmount: 0n,
  webhookChunk: 1_000,
});
