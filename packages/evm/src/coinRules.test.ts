import { expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { coinRulesOf } from "./coinRules.ts";
import rows from "./coinRules.json" with { type: "json" };

test.each(rows.map((row) => [row.chain, row] as const))("%s is a complete row", (chain, row) => {
  const { stack, mirror, bridgeCredits, withdrawals, hasDataFee } = coinRulesOf(chain);
  expect([null, "op", "mantle", "scroll", "arbitrum", "zksync"]).toContain(stack);
  expect([null, "partial", "complete", "polygon"]).toContain(mirror);
  expect(mirror === null || getChain(chain).nativeErc20 !== null).toBe(true);
  expect(bridgeCredits ?? `0x${"0".repeat(40)}`).toMatch(/^0x[0-9a-f]{40}$/);
  expect(["coin", "token"]).toContain(withdrawals);
  expect(typeof hasDataFee).toBe("boolean");
  expect(row.sources.length).toBeGreaterThan(0);
});

test("each chain has one row, and a chain without one has an ordinary coin", () => {
  expect(new Set(rows.map(({ chain }) => chain)).size).toBe(rows.length);
  expect(coinRulesOf("eth")).toEqual({
    stack: null,
    hasDataFee: false,
    mirror: null,
    bridgeCredits: null,
    withdrawals: "coin",
  });
});
