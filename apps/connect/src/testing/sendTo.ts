import { type Address, createMessageBatch, keySubject, type Store } from "@portico/store";

/** Sends a message to one user, as the data API stores it. */
export async function sendTo(
  db: Store,
  keyId: string,
  message: { id: string; recipient: string; text?: string; url?: string },
): Promise<void> {
  const { id, recipient, text = `Text of ${id}`, url = "" } = message;
  await createMessageBatch(db, {
    id,
    kind: "message_send",
    accountId: null,
    keyId,
    content: { text, url },
    recipients: [keySubject(recipient as Address)],
    requestHash: `0x${"00".repeat(32)}`,
    idempotencyKey: null,
    maxOfferPrice: 0n,
    prepaymentAmount: 0n,
    webhookChunk: 0,
  });
}
