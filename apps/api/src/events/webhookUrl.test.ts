import { Resolver } from "node:dns/promises";
import { expect, test, vi } from "vitest";
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

test.each(["the time limit", "DNS"])("a look-up that %s ends is told as one", async (by) => {
  const late = Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT" });
  const answer = by === "DNS" ? Promise.reject(late) : new Promise<never>(() => undefined);
  for (const type of ["resolve4", "resolve6"] as const) vi.spyOn(Resolver.prototype, type).mockReturnValue(answer);
  if (by !== "DNS")
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
  await expect(readWebhookUrl("https://app.example/", false)).rejects.toMatchObject({
    errors: { url: "can't be a webhook: its host could not be looked up in time" },
  });
  vi.restoreAllMocks();
});

test("the operator may allow http, ports and private addresses", async () => {
  expect(await readWebhookUrl("http://127.0.0.1:9999/a", true)).toBe("http://127.0.0.1:9999/a");
});
