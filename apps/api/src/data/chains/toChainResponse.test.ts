import { getChain } from "@portico/evm";
import { expect, test } from "vitest";
import { toChainResponse } from "./toChainResponse.ts";

const eth = getChain("eth");

test("complete balance changes are known only for a chain served from genesis", () => {
  expect(toChainResponse(eth, 0n, false)).toMatchObject({ is_support_balance_change: true, is_served: true });
  expect(toChainResponse(eth, 1n, false)).toMatchObject({ is_support_balance_change: false, is_served: true });
  expect(toChainResponse(eth, undefined, false)).toMatchObject({ is_support_balance_change: false, is_served: false });
});

test("a transaction can be simulated on any chain with a node, served or not", () => {
  expect(toChainResponse(eth, undefined, true)).toMatchObject({ is_support_pre_exec: true, is_served: false });
  expect(toChainResponse(eth, 0n, false)).toMatchObject({ is_support_pre_exec: false, is_served: true });
});

test("mined transactions can be explained on every served chain", () => {
  const supports = [0n, 5n, undefined].map((since) => toChainResponse(eth, since, false).is_support_history);
  expect(supports).toEqual([true, true, false]);
});
