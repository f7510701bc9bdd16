import { expect, test } from "vitest";
import { findChain } from "./chains.ts";
import { listQuietTokens } from "./quietTokens.ts";
import { listTwinTokens } from "./twinTokens.ts";
import twins from "./twinTokens.json" with { type: "json" };
import rows from "./quietTokens.json" with { type: "json" };

test("every row has a chain, an address in lower case, its events and a source; no address twice", () => {
  for (const { chain, token, logs, sources } of rows) {
    expect(findChain(chain)).toBeDefined();
    expect(token).toMatch(/^0x[0-9a-f]{40}$/);
    expect(["migrate", "mint", "vault"]).toContain(logs);
    expect(sources.length).toBeGreaterThan(0);
  }
  expect(new Set(rows.map(({ chain, token }) => chain + token)).size).toBe(rows.length);
});

test("every pair of one ledger has a chain, two addresses in lower case and a source", () => {
  for (const { chain, token, twin, source } of twins) {
    expect(listTwinTokens(chain)).toMatchObject([{ token, twin }]);
    for (const address of [token, twin]) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
    expect(source).not.toBe("");
  }
});

test("a chain without such tokens has none", () => {
  expect(listQuietTokens("zora").size).toBe(0);
});
