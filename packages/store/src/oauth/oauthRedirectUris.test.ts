import { expect, test } from "vitest";
import { assertRedirectUris, findUrlFlaw, listRedirectUriFlaws, RedirectUriError } from "./oauthRedirectUris.ts";

const GOOD = "https://shop.example/callback?from=portico";

test.each([
  ["http://shop.example/callback", "insecure"],
  ["http://127.0.0.1.shop.example/callback", "insecure"],
  ["http://10.0.0.1/callback", "insecure"],
  ["myapp://callback", "insecure"],
  ["javascript:alert(1)", "insecure"],
  ["data:text/html,x", "insecure"],
  ["https://shop.example/#here", "fragment"],
  ["https://shop.example/#", "fragment"],
  ["https://ann@shop.example/", "user_info"],
  ["https://:secret@shop.example/", "user_info"],
  ["https://*.shop.example/", "wildcard"],
  ["https://shop.example/*", "wildcard"],
  ["https://192.0.2.1/cb", "ip_address"],
  ["https://3221225985/cb", "ip_address"],
  ["https://0xc0.0.2.1/cb", "ip_address"],
  ["https://[2001:db8::1]/cb", "ip_address"],
  ["https://[::ffff:192.0.2.1]/cb", "ip_address"],
  ["https://[::1]/", "ip_address"],
  ["https://127.0.0.1:8443/cb", "ip_address"],
  ["https://127.1/cb", "ip_address"],
  ["https:a.example/", "not_canonical"],
  ["https:/a.example/", "not_canonical"],
  ["https:///a.example/", "not_canonical"],
  ["http://0x7f.1/", "not_canonical"],
  ["http://127.1/cb", "not_canonical"],
  ["http://2130706433/cb", "not_canonical"],
  ["http://[0:0:0:0:0:0:0:1]/cb", "not_canonical"],
  ["https://shop.example:/cb", "not_canonical"],
  ["https://shop.example:0443/cb", "not_canonical"],
  ["https://%73hop.example/cb", "not_canonical"],
  ["https://ｓhop.example/cb", "not_canonical"],
  ["https://\u212aitten.example/cb", "not_canonical"], // the Kelvin sign, whose lower case is k
  ["https://bücher.example/cb", "not_canonical"],
  ["https://shop.example/a/../cb", "not_canonical"],
  ["https://shop.example/%2e%2e/cb", "not_canonical"],
  ["https://shop.example/café", "not_canonical"],
  ["https://shop.example\\@evil.example/", "not_a_url"],
  ["https://shop.example/ callback", "not_a_url"],
  ["https://shop.example/call\u202eback", "not_a_url"],
  ["https://shop.example/\0", "not_a_url"],
  ["shop.example", "not_a_url"],
  ["/callback", "not_a_url"],
  ["", "not_a_url"],
  [`https://shop.example/${"a".repeat(2028)}`, "too_long"],
])("D04: the redirect URI %j is refused: %s", (uri, reason) => {
  expect(findUrlFlaw(uri)).toBe(reason);
});

test.each([
  "https://shop.example/",
  "https://shop.example:8443/cb?a=b",
  "http://localhost:3000/cb",
  "http://127.0.0.1/cb",
  "http://[::1]/cb",
  "https://xn--bcher-kva.example/?a=b",
  "https://shop.example",
  "https://shop.example?a=b",
  "https://localhost:3000/cb",
  "HTTPS://Shop.Example:443/Call%2Fback?From=%c3%a9&b",
  "http://LocalHost:80",
  `https://shop.example/${"a".repeat(2027)}`,
])("the redirect URI %s is valid", (uri) => {
  expect(findUrlFlaw(uri)).toBeUndefined();
});

test("D04: every invalid entry of a list is reported with its reason; more than 100 entries, and none, are refused", () => {
  expect(listRedirectUriFlaws([GOOD, "javascript:alert(1)", GOOD, "https://a.example/#"])).toMatchObject([
    { index: 1, uri: "javascript:alert(1)", reason: "insecure", message: expect.stringContaining("must be https") },
    { index: 3, reason: "fragment" },
  ]);
  expect(listRedirectUriFlaws(["https:a.example?b", "http://0x7f.1/"])).toMatchObject([
    { reason: "not_canonical", message: "it must be written https://a.example/?b" },
    { reason: "not_canonical", message: "it must be written http://127.0.0.1/" },
  ]);
  const many = Array.from({ length: 101 }, (_, at) => `${GOOD}${at}`);
  expect(() => assertRedirectUris(many.slice(1))).not.toThrow();
  expect(listRedirectUriFlaws(many)).toMatchObject([{ index: 100, reason: "too_many" }]);
  expect(() => assertRedirectUris(many)).toThrow(RedirectUriError);
  expect(() => assertRedirectUris([])).toThrow("at least one redirect URI");
});
