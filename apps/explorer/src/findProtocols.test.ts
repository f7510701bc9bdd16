import type { Protocol } from "@portico/client";
import { expect, test } from "vitest";
import { findProtocols } from "./findProtocols.ts";

const protocol = (id: string, name: string, tvl: number): Protocol => ({
  id,
  name,
  tvl,
  chain: "eth",
  logo_url: "",
  site_url: "",
  has_supported_portfolio: true,
});
const all = [
  protocol("big", "Aave Vaults", 9),
  protocol("uniswap3", "Uniswap V3", 5),
  protocol("base_uniswap", "Uniswap", 1),
  protocol("uniswap", "Uniswap", 2),
  protocol("other", "Fork of UniSwap", 8),
  protocol("matic_quickswap3", "Quickswap V3", 7),
];
const find = (text: string) => findProtocols(all, text).map(({ id }) => id);

test("a protocol is found by any part of its name or id, in any spelling", () => {
  expect(find(" quick-SWAP v3")).toEqual(["matic_quickswap3"]);
  expect(find("Matic_Quick")).toEqual(["matic_quickswap3"]);
  expect(find("no such")).toEqual([]);
});

test("those of that name come first, then those that begin with it, the largest of each first", () => {
  expect(find("uniswap")).toEqual(["uniswap", "base_uniswap", "uniswap3", "other"]);
});

test("without a text all are listed in their order", () => {
  expect(find(" - ")).toEqual(all.map(({ id }) => id));
});
