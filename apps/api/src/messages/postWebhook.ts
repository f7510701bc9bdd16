import type { WebhookChunk, WebhookMessage } from "@portico/store";
import { postSigned } from "../webhooks/postSigned.ts";
import type { WebhookSettings } from "./webhookSettings.ts";

/**
 * Posts one chunk of a sending, signed. The delivery id is the same in every attempt, so that the recipient may ignore
 * repetitions.
 * @throws FetchError unless the response is 2xx, in time.
 */
export async function postWebhook(
  { batchId, chunk }: WebhookChunk,
  message: WebhookMessage,
  { url, secret, rules, signal }: WebhookSettings & { readonly signal: AbortSignal },
): Promise<void> {
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
  await postSigned({ url, rules, id: `${batchId}.${chunk}`, body, secrets: [secret], signal });
}
