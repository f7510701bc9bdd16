import { fetchGuarded, type FetchRules } from "@portico/safe-fetch";
import { Webhook } from "standardwebhooks";

export interface SignedRequest {
  readonly url: string;
  readonly rules: FetchRules;
  /** The same in every attempt, so that the receiver may ignore repetitions. */
  readonly id: string;
  readonly body: string;
  /** Each signs. `whsec_` and base64. */
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Posts JSON, signed as in Standard Webhooks.
 * @throws FetchError unless the response is 2xx, in time.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export async function postSigned({ url, rules, id, body, secrets, signal }: SignedRequest): Promise<void> {
  const now = new Date();
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(" "),
  };
  await fetchGuarded(url, rules, { signal, wantsBody: () => false, post: { body, headers } });
}
