import { ensureChainState } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { chooseIndexModes } from "./indexModes.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
await ensureChainState(db, { chain: "base", chainId: 8453, startBlock: 5n });
await ensureChainState(db, { chain: "op", chainId: 10, startBlock: 5n, mode: "owners" });

test("chains that are new to the database are indexed for requested owners, and one line says so", async () => {
  expect(await chooseIndexModes(url, ["eth", "arb"], { PORTICO_RPC_ETH: "http://a" }, undefined)).toEqual({
    env: { PORTICO_INDEX_ETH: "owners", PORTICO_INDEX_ARB: "owners" },
    text: "index: only owners that are requested, with their history: eth, arb (everything: PORTICO_INDEX_<ID>=full)",
  });
});

test("a chain keeps the mode that its database has, and nothing is set for it", async () => {
  expect(await chooseIndexModes(url, ["base", "op"], {}, "full")).toEqual({
    env: {},
    text:
      "index: only owners that are requested, with their history: op (everything: PORTICO_INDEX_<ID>=full); " +
      "everything: base (only requested owners: PORTICO_INDEX_<ID>=owners)",
  });
});

test.each<[string, Record<string, string>, string | undefined, string, Record<string, string>]>([
  ["PORTICO_INDEX_<ID>", { PORTICO_INDEX_ETH: "Full" }, "owners", "everything: eth", {}],
  ["PORTICO_INDEX", {}, "full", "everything: eth", {}],
  ["a start block", { PORTICO_START_ETH: "5" }, "", "everything: eth", {}],
  ["a start block and a mode", { PORTICO_START_ETH: "5", PORTICO_INDEX_ETH: "owners" }, "", "history: eth", {}],
  ["an invalid mode, which the indexer refuses", { PORTICO_INDEX_ETH: "all" }, "", "history: eth", {}],
])("a new chain is indexed as %s says", async (_kind, settings, ofNewChains, part, env) => {
  const modes = await chooseIndexModes(url, ["eth"], settings, ofNewChains);
  expect(modes).toEqual({ env, text: expect.stringContaining(part) });
});
