import { fetchGuarded } from "@portico/safe-fetch";
import type { WebhookChunk, WebhookMessage } from "@portico/store";
import { Webhook } from "standardwebhooks";
import type { WebhookSettings } from "./webhookSettings.ts";

/**
 * Posts one chunk of a sending, signed. The delivery id is the same in every attempt, so that the recipient may ignore
 * repetitions.
 * @throws FetchError unless the response is 2xx, in time.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function postWebhook(
  { batchId, chunk }: WebhookChunk,
  message: WebhookMessage,
  { url, secret, rules, signal }: WebhookSettings & { readonly signal: AbortSignal },
): Promise<void> {
  const id = `${batchId}.${chunk}`;
  const now = new Date();
  const body = JSON.stringify({
    type: "message.sent",
    timestamp: message.createdAt.toISOString(),
    data: {
      id: batchId,
      kind: message.kind,
      account_id: message.accountId,
      key_id: message.keyId,
      content: { type: "text", value: { data: message.content.text, url: message.content.url, version: "v1" } },
      address_list: message.recipients,
    },
  });
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, now, body),
  };
  await fetchGuarded(url, rules, { signal, wantsBody: () => false, post: { body, headers } });
}
