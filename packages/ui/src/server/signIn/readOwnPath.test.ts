import { expect, test } from "vitest";
import { readOwnPath } from "./readOwnPath.ts";

test.each([
  ["/keys", "/keys"],
  ["/apps/app_1?tab=clients", "/apps/app_1?tab=clients"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["https://evil.example", "/"],
  ["/a\r\nSet-Cookie: x=1", "/"],
  ["javascript:alert(1)", "/"],
  ["/.//evil.example", "/"],
  ["/%2e//evil.example", "/"],
  ["/a/..//evil.example", "/"],
  ["/address/0xab/history?search=a+b%22", "/address/0xab/history?search=a+b%22"],
  [undefined, "/"],
  [["/a", "/b"], "/"],
])("after signing in the user returns to a path of the server only: %j to %s", (given, path) => {
  expect(readOwnPath(given)).toBe(path);
});
