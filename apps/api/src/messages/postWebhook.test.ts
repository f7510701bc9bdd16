import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PUBLIC_RULES } from "@portico/safe-fetch";
import { keySubject, type WebhookMessage } from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { addressOf } from "../testing/sampleMessage.ts";
import { postWebhook } from "./postWebhook.ts";

let connections = 0;
const receiver = createServer().on("connection", () => (connections += 1));
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
afterAll(() => void receiver.close());

test("a webhook in a private network gets nothing unless the operator allows that", async () => {
  const message: WebhookMessage = {
    kind: "message_send",
    accountId: null,
    keyId: "key_test",
    content: { text: "Hello", url: "" },
    createdAt: new Date(),
    recipients: [keySubject(addressOf(1))],
  };
  const { port } = receiver.address() as AddressInfo;
  const settings = {
    url: `https://127.0.0.1:${port}/hook`,
    secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
    rules: { timeoutMs: 5_000, maxBytes: 0, maxRedirects: 0, ...PUBLIC_RULES, ports: [port] },
  };
  const signal = AbortSignal.timeout(5_000);
  const posted = postWebhook({ batchId: "ms_1", chunk: 1 }, message, { ...settings, signal });
  await expect(posted).rejects.toMatchObject({ name: "ForbiddenUrlError" });
  expect(connections).toBe(0);
});
