import { chains } from "@portico/evm";
import { expect, test } from "vitest";
import { findParentChain, findRollupSide } from "./rollups.ts";
import rows from "./rollups.json" with { type: "json" };

test("each row is of known chains, with sources and lower-case addresses", () => {
  const slugs = new Set(chains.map(({ slug }) => slug));
  for (const row of rows) {
    expect([slugs.has(row.rollup), slugs.has(row.parent), row.sources.length > 0]).toEqual([true, true, true]);
    const listed = [...(row.parentContracts ?? []), ...(row.rollupContracts ?? []), ...(row.others ?? [])];
    expect(listed.filter((address) => !/^0x[0-9a-f]{40}$/.test(address))).toEqual([]);
    expect(row.protocol !== undefined || listed.length > 0).toBe(true);
  }
  expect(new Set(rows.map(({ rollup }) => rollup)).size).toBe(rows.length);
});

test.each([
  ["eth", "0x3154cf16ccdb4c6d922629664174b904d80f2c35", { rollup: "base", otherChain: "base" }],
  ["base", "0x4200000000000000000000000000000000000010", { rollup: "base", otherChain: "eth" }],
  ["op", "0x4200000000000000000000000000000000000010", { rollup: "op", otherChain: "eth" }],
  ["eth", "0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f", { rollup: "arb", otherChain: "arb" }],
  ["scrl", "0x781e90f1c8fc4611c9b7497c3b47f99ef6969cbc", { rollup: "scrl", otherChain: "eth" }],
  ["xdai", "0x7301cfa0e1756b71869e93d4e4dca5c7d0eb0aa6", { rollup: "xdai", otherChain: "eth" }],
  ["bsc", "0xf05f0e4362859c3331cb9395cbc201e3fa6757ea", { rollup: "opbnb", otherChain: "opbnb" }],
] as const)("on %s, %s is a rollup's own bridge", (chain, address, side) => {
  expect(findRollupSide(chain, address)).toEqual(side);
});

test.each([
  ["eth", "0xc4448b71118c9071bcb9734a0eac55d18a153949"], // Arbitrum Nova's inbox
  ["eth", "0xabea9132b05a70803a4e85094fd0e1800777fbef"], // ZKsync Lite
  ["eth", "0xb8901acb165ed027e32754e0ffe830802919727f"], // Hop
  ["eth", "0x1111111111111111111111111111111111111111"],
  ["era", "0x1111111111111111111111111111111111111111"],
  ["avax", "0x4200000000000000000000000000000000000010"],
] as const)("on %s, %s is none, or of another chain", (chain, address) => {
  expect(findRollupSide(chain, address)).toBeUndefined();
});

test("a rollup has one parent", () => {
  expect(["base", "opbnb", "eth"].map(findParentChain)).toEqual(["eth", "bsc", undefined]);
});
