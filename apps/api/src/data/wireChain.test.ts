import { getChain } from "@portico/evm";
import { expect, test } from "vitest";
import { wireChain } from "./wireChain.ts";

const eth = getChain("eth");

test("every change of a balance is known only of a chain that is served from genesis on", () => {
  expect(wireChain(eth, 0n)).toMatchObject({ is_support_balance_change: true, is_served: true });
  expect(wireChain(eth, 1n)).toMatchObject({ is_support_balance_change: false, is_served: true });
  expect(wireChain(eth, undefined)).toMatchObject({ is_support_balance_change: false, is_served: false });
});
