import { expect, test } from "vitest";
import { findChain } from "./chains.ts";
import { listPoolFactories } from "./poolFactories.ts";
import rows from "./poolFactories.json" with { type: "json" };
import { listAaveTokens, listRateTokens } from "./rateTokens.ts";

const ADDRESS = /^0x[0-9a-f]{40}$/;

test("pool factories are on known chains with lower-case addresses, without duplicates", () => {
  for (const { chain, dex, kind, factory } of rows) {
    expect(findChain(chain)).toBeDefined();
    expect(dex).toMatch(/^[a-z]+$/);
    expect(["v2", "v3"]).toContain(kind);
    expect(factory).toMatch(ADDRESS);
  }
  expect(new Set(rows.map(({ chain, factory, kind }) => `${chain} ${kind} ${factory}`)).size).toBe(rows.length);
});

test("a chain's factories are found by its slug", () => {
  const uniswap = listPoolFactories("eth").filter(({ dex }) => dex === "uniswap");
  expect(uniswap.map(({ kind, factory }) => [kind, factory])).toEqual([
    ["v2", "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f"],
    ["v3", "0x1f98431c8ad98523631ae4a59f267346ea31f984"],
  ]);
  expect(listPoolFactories("nowhere")).toEqual([]);
});

test("rates and receipts have lower-case addresses, each token once per chain", () => {
  for (const chain of ["arb", "avax", "base", "bsc", "eth", "matic", "op"]) {
    const receipts = listAaveTokens(chain);
    expect(receipts.length).toBeGreaterThan(5);
    for (const { pool, token, underlying } of receipts) {
      for (const address of [pool, token, underlying]) expect(address).toMatch(ADDRESS);
      expect(token).not.toBe(underlying);
    }
    const all = [...receipts, ...listRateTokens(chain)].map(({ token }) => token);
    expect(new Set(all).size).toBe(all.length);
  }
  for (const { token, underlying, call } of listRateTokens("eth")) {
    expect([token, underlying].every((address) => ADDRESS.test(address))).toBe(true);
    expect(call).toMatch(/^0x[0-9a-f]{8}([0-9a-f]{64})?$/);
  }
});
