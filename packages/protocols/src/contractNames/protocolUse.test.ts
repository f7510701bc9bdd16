import { expect, test } from "vitest";
import { useOf } from "./protocolUse.ts";

test.each([
  ["hop", "bridge"],
  ["base_hop", "bridge"],
  ["op_1inch", "exchange"],
  ["gitcoin", "donation"],
  ["aave3", "other"],
  ["unknown_hop", "other"],
] as const)("%s is for %s", (id, use) => {
  expect(useOf(id)).toBe(use);
});
