import { findChain } from "@portico/evm";
import { expect, test } from "vitest";
import rows from "./nftMarkets.json" with { type: "json" };
import { findNftMarket } from "./nftMarkets.ts";

test("marketplaces are on known chains with lower-case addresses, each contract once, and have known events", () => {
  const markets = new Set([
    "blur",
    "blur2",
    "foundation",
    "looksrare",
    "looksrare2",
    "punks",
    "seaport",
    "wyvern",
    "x2y2",
  ]);
  for (const { chain, market, address } of rows) {
    expect(findChain(chain)).toBeDefined();
    expect(markets).toContain(market);
    expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  }
  expect(new Set(rows.map(({ chain, address }) => `${chain} ${address}`)).size).toBe(rows.length);
});

test("a marketplace is found on its own chains only", () => {
  expect(findNftMarket("eth", "0x59728544b08ab483533076417fbbb2fd0b17ce3a")).toBe("looksrare");
  expect(findNftMarket("op", "0x59728544b08ab483533076417fbbb2fd0b17ce3a")).toBeUndefined();
});
