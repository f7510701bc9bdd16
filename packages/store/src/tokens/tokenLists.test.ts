import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { applyTokenList, listListedTokens, listVerifiedSymbols } from "./tokenLists.ts";
import type { ListedToken } from "./tokenLists.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { listUndescribedTokens } from "./tokenQueues.ts";
import { findToken, listTokens } from "./tokens.ts";
import { upsertTokens } from "./tokenWrites.ts";
import { unknownToken } from "./token.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const listed = (n: number, fields: Partial<ListedToken> = {}): ListedToken => ({
  address: address(n),
  name: `Listed ${n}`,
  symbol: `L${n}`,
  decimals: 6,
  logoUrl: `https://logos.example/${n}.svg`,
  isCore: false,
  ...fields,
});
const find = (chain: string, n: number) => findToken(db, chain, address(n));

test("a listed token is known before it occurs on chain, and waits to be described", async () => {
  await applyTokenList(db, "eth", [listed(1, { isCore: true }), listed(2, { symbol: null })]);
  expect(await find("eth", 1)).toEqual({
    ...unknownToken("eth", address(1)),
    ...listed(1),
    isVerified: true,
    isCore: true,
    isScam: false,
    isSuspicious: false,
  });
  expect(await listListedTokens(db, "eth")).toEqual([address(1), address(2)]);
  expect(await listUndescribedTokens(db, "eth", 9)).toEqual([address(1), address(2)]);
  expect(await listVerifiedSymbols(db, "eth")).toEqual(["L1"]);
  expect(await listListedTokens(db, "base")).toEqual([]);
});

test("the contract's metadata precedes the list's, which fills in missing fields", async () => {
  const described = { ...unknownToken("bsc", address(1)), name: "Own", decimals: 18, metadataBlock: 5n };
  await upsertTokens(db, [described]);
  await applyTokenList(db, "bsc", [listed(1), listed(2)]);
  expect(await find("bsc", 1)).toMatchObject({ name: "Own", symbol: "L1", decimals: 18, isVerified: true });
  await upsertTokens(db, [{ ...unknownToken("bsc", address(2)), symbol: "OWN2", metadataBlock: 6n }]);
  expect(await find("bsc", 2)).toMatchObject({
    name: "Listed 2",
    symbol: "OWN2",
    decimals: 6,
    isVerified: true,
    logoUrl: "https://logos.example/2.svg",
  });
});

test("another list replaces the previous one, and tokens that are not on it are judged by their contracts again", async () => {
  await applyTokenList(db, "op", [listed(1), listed(2), listed(3)]);
  await upsertTokens(db, [{ ...unknownToken("op", address(1)), name: "Own", metadataBlock: 5n, isScam: true }]);
  expect(await find("op", 1)).toMatchObject({ isVerified: true, isScam: false });
  await applyTokenList(db, "op", [listed(2, { name: "Renamed", isCore: true })]);
  expect(await find("op", 1)).toMatchObject({ isVerified: false, logoUrl: null, name: "Own", isScam: null });
  expect(await find("op", 2)).toMatchObject({ isVerified: true, name: "Renamed", isCore: true });
  expect(await find("op", 3)).toMatchObject({ isVerified: false, name: null, symbol: null, decimals: null });
  expect(await listUndescribedTokens(db, "op", 9)).toEqual([1, 2, 3].map(address));
});

test("an empty list leaves the native coin unchanged", async () => {
  const native = { ...unknownToken("arb", address(0xe)), standard: "native", symbol: "ETH", isVerified: true };
  await upsertTokens(db, [native]);
  await applyTokenList(db, "arb", []);
  expect(await listTokens(db, ["arb"])).toEqual([native]);
  expect(await listListedTokens(db, "arb")).toEqual([]);
  expect(await listVerifiedSymbols(db, "arb")).toEqual(["ETH"]);
});

const lists = fc.array(fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 8 }), { minLength: 1, maxLength: 4 });

test("after any lists, only the tokens of the last one are verified", async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (versions) => {
      for (const members of versions) {
        await applyTokenList(
          db,
          "linea",
          members.map((n) => listed(n)),
        );
      }
      const expected = (versions.at(-1) ?? []).map(address).toSorted();
      expect(await listListedTokens(db, "linea")).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
