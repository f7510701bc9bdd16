import { expect, test } from "vitest";
import { readWebhookSettings } from "./webhookSettings.ts";

const secret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
const read = (url: string, rest: Record<string, string> = {}) =>
  readWebhookSettings({ PORTICO_MESSAGE_WEBHOOK: url, PORTICO_MESSAGE_WEBHOOK_SECRET: secret, ...rest });

test("without a URL there is none; with one it is https to public addresses, on its default port", () => {
  expect(readWebhookSettings({ PORTICO_MESSAGE_WEBHOOK: " " })).toBeUndefined();
  expect(read("https://hooks.example:8443/in")).toMatchObject({
    url: "https://hooks.example:8443/in",
    secret,
    rules: { ports: [8443], maxRedirects: 0 },
  });
  expect(read("https://hooks.example")?.rules.isAllowedAddress("10.0.0.1")).toBe(false);
});

test("http and private addresses require the operator's setting", () => {
  expect(() => read("http://10.0.0.1/in")).toThrow("PORTICO_MESSAGE_WEBHOOK_PRIVATE=on allows http");
  const allowed = read("http://10.0.0.1/in", { PORTICO_MESSAGE_WEBHOOK_PRIVATE: "On" });
  expect(allowed?.rules).toMatchObject({ allowsHttp: true, ports: [80] });
  expect(() => read("https://a.example", { PORTICO_MESSAGE_WEBHOOK_PRIVATE: "maybe" })).toThrow("must be on or off");
});

test.each(["", "a-secret", "whsec_", "whsec_c2hvcnQ=", `whsec_${"A".repeat(120)}`, "whsec_#".padEnd(40, "A")])(
  "%j is not a valid secret, and the error doesn't repeat it",
  (wrong) => {
    const call = () => read("https://a.example", { PORTICO_MESSAGE_WEBHOOK_SECRET: wrong });
    expect(call).toThrow(
      new RangeError(
        'PORTICO_MESSAGE_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
      ),
    );
  },
);

test.each(["ftp://a.example", "nonsense", "https://ann:pw@a.example"])("%s is not a webhook URL", (url) => {
  expect(() => read(url)).toThrow(RangeError);
});
