import { expect, test } from "vitest";
import { chains, findChain } from "./chains.ts";
import { coinIds, findCoin, findCoinOf } from "./coins.ts";
import rows from "./coins.json" with { type: "json" };
import { NATIVE_TOKEN } from "./nativeToken.ts";

test("each row of a coin is a token on a known chain, with its sources", () => {
  expect(rows.length).toBeGreaterThan(40);
  for (const { id, name, tokens } of rows) {
    expect([id, name]).toEqual([expect.stringMatching(/^[a-z0-9]+$/), expect.stringMatching(/\S/)]);
    expect(tokens.length).toBeGreaterThan(0);
    for (const { chain, token, sources } of tokens) {
      expect(findChain(chain)).toBeDefined();
      expect(token).toMatch(/^0x[0-9a-f]{40}$/);
      expect(sources.length).toBeGreaterThan(0);
    }
  }
});

test("no token belongs to two coins, or twice to one", () => {
  const all = coinIds.flatMap((id) =>
    [...findCoin(id)!.tokens].flatMap(([chain, tokens]) => tokens.map((token) => `${chain} ${token}`)),
  );
  expect(new Set(all).size).toBe(all.length);
});

test("a native coin includes its wrapped token, and its bridged forms", () => {
  const { tokens } = findCoin("eth")!;
  expect(tokens.get("eth")).toEqual(["0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", NATIVE_TOKEN]);
  expect(tokens.get("base")).toContain(NATIVE_TOKEN);
  expect(tokens.get("base")).toContain("0x4200000000000000000000000000000000000006");
  expect(tokens.get("matic")).toEqual(["0x7ceb23fd6bc0add59e62ac25578270cff1b9f619"]);
  expect(tokens.get("bsc")).toEqual(["0x2170ed0880ac9a755fd29b2688956bd959f933f8"]);
});

test("a stablecoin includes its issued and bridged forms, per chain", () => {
  const { tokens } = findCoin("USDC")!;
  expect(tokens.get("eth")).toEqual(["0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"]);
  expect(tokens.get("arb")).toEqual([
    "0xaf88d065e77c8cc2239327c5edb3a432268e5831",
    "0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
  ]);
  expect(findCoin("dai")!.tokens.get("xdai")).toContain(NATIVE_TOKEN);
});

test("every native coin belongs to a coin, except one that has none", () => {
  const known = new Set(
    coinIds.flatMap((id) =>
      [...findCoin(id)!.tokens].flatMap(([chain, all]) => (all.includes(NATIVE_TOKEN) ? chain : [])),
    ),
  );
  expect(chains.map(({ slug }) => slug).filter((id) => !known.has(id))).toEqual(["tempo"]);
});

test("a coin is found by its former name, and an unknown name finds none", () => {
  expect(findCoin("matic")).toBe(findCoin("pol"));
  for (const id of ["", "usd", "constructor", "0xa0b8"]) expect(findCoin(id)).toBeUndefined();
});

test("a token's coin is found on its own chain only", () => {
  const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
  expect(findCoinOf("eth", usdc)).toBe(findCoin("usdc"));
  expect(findCoinOf("base", usdc)).toBeUndefined();
  expect(findCoinOf("xdai", NATIVE_TOKEN)).toBe(findCoin("dai"));
  expect(findCoinOf("nowhere", NATIVE_TOKEN)).toBeUndefined();
});
