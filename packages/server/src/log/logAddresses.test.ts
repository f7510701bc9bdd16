import { expect, test } from "vitest";
import { addressForLog } from "./logAddresses.ts";

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:0DB8:0001::9", "2001:db8:1::/48"],
  ["2001:db8::9", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["203.0.113.77:5678", undefined], // sent by some proxies
  ["unknown", undefined],
  [undefined, undefined],
])("only the network of %s is logged, unless the setting is full or off", (address, short) => {
  expect([addressForLog(address), addressForLog(address, "short")]).toEqual([short, short]);
  expect(addressForLog(address, "full")).toBe(address);
  expect(addressForLog(address, "off")).toBeUndefined();
});
