import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../testing/testDatabase.ts";
import { searchVerifiedTokens } from "./searchVerifiedTokens.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const add = (n: number, symbol: string, { name = symbol, isVerified = true } = {}) =>
  sql`
  insert into token (chain, address, standard, symbol, name, is_verified)
  values ('eth', ${`\\x${n.toString(16).padStart(40, "0")}`}::bytea, 'erc20', ${symbol}, ${name}, ${isVerified})`.execute(
    db,
  );

test("verified tokens are found by a part of their symbol or name, by symbol or the likeliest first", async () => {
  await add(1, "axlUSD");
  await add(2, "USD");
  await add(3, "zUSD", { name: "USD of Z" });
  await add(4, "USDC");
  await add(5, "USD", { isVerified: false });
  await add(6, "a%b");
  const search = async (text: string, isLikeliestFirst?: boolean) =>
    (
      await searchVerifiedTokens(db, { chains: ["eth"], text, limit: 3, ...(isLikeliestFirst && { isLikeliestFirst }) })
    ).map(({ address }) => Number(address));
  expect(await search("usd")).toEqual([1, 2, 4]);
  expect(await search("usd", true)).toEqual([2, 4, 3]);
  expect(await search("%")).toEqual([6]);
  expect(await searchVerifiedTokens(db, { chains: ["base"], text: "usd", limit: 3 })).toEqual([]);
});
