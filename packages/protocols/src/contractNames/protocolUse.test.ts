import { expect, test } from "vitest";
import type { Address } from "@portico/evm";
import { nameContract } from "./contractNames.ts";
import { useOf } from "./protocolUse.ts";

test.each([
  ["hop", "bridge"],
  ["1inch", "exchange"],
  ["gitcoin", "donation"],
  ["aave3", "other"],
  ["unknown_hop", "other"],
] as const)("%s is for %s", (id, use) => {
  expect(useOf(id)).toBe(use);
});

test.each([
  ["eth", "0xb8901acb165ed027e32754e0ffe830802919727f", "bridge"],
  ["op", "0x1111111254eeb25477b68fb85ed929f73a960582", "exchange"],
  ["eth", "0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2", "other"],
] as const)("a contract's name says what its protocol is for, on any chain: %s %s", (chain, address, use) => {
  expect(nameContract(chain, address as Address)?.use).toBe(use);
});
