import { expect, test } from "vitest";
import { readWebhookUrl } from "./webhookUrl.ts";

test.each([
  "http://app.example/",
  "https://app.example:8443/",
  "https://ann:pw@app.example/",
  "https://127.0.0.1/",
  "https://10.1.2.3/hook",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://169.254.169.254/latest/meta-data",
  "https://0x7f000001/",
  "ftp://app.example/",
  "nonsense",
])("%s can't be a webhook, and the error names the field", async (url) => {
  await expect(readWebhookUrl(url, false)).rejects.toMatchObject({
    code: "invalid_params",
    errors: { url: expect.stringContaining("can't be a webhook") as string },
  });
});

test("the operator may allow http, ports and private addresses", async () => {
  expect(await readWebhookUrl("http://127.0.0.1:9999/a", true)).toBe("http://127.0.0.1:9999/a");
});
