import { expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { feeCollectorsOf } from "./feeCollectors.ts";
import rows from "./feeCollectors.json" with { type: "json" };

test("each row is of one chain or stack, with sources and lower-case addresses", () => {
  const keys = rows.map(({ chain, stack }: { chain?: string; stack?: string }) => chain ?? stack ?? "");
  expect(new Set(keys).size).toBe(rows.length);
  for (const { chain, addresses, sources } of rows) {
    expect(() => getChain(chain ?? "eth")).not.toThrow();
    for (const address of addresses ?? []) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(sources.length).toBeGreaterThan(0);
  }
});

test("a chain's own row comes before that of its stack", () => {
  expect(feeCollectorsOf("eth")).toEqual([]);
  expect(feeCollectorsOf("base")).toHaveLength(4);
  expect(["blast", "arb", "matic"].map(feeCollectorsOf)).toEqual([null, null, null]);
});
