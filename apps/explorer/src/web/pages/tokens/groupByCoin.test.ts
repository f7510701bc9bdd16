import type { UserToken } from "@portico/contract";
import { expect, test } from "vitest";
import { groupByCoin } from "./groupByCoin.ts";

const token = (chain: string, id: string, fields: Partial<UserToken>): UserToken =>
  ({ chain, id, symbol: "USDC", optimized_symbol: "USDC", price: 1, amount: 1, usd_value: 1, ...fields }) as UserToken;

test("tokens are one coin by the table of coins, never by their symbol", () => {
  const groups = groupByCoin([
    token("eth", "0x1", { coin_id: "usdc", amount: 2, usd_value: 2 }),
    token("eth", "0xbad", { coin_id: null, amount: 7, usd_value: 0, price: 0 }),
    token("base", "0x2", { coin_id: "usdc", amount: 5, usd_value: 5 }),
    token("base", "0xbad", {}),
  ]);
  expect(groups.map(({ key, token: { amount, usd_value: usd }, parts }) => [key, amount, usd, parts.length])).toEqual([
    ["usdc", 7, 7, 2],
    ["eth 0xbad", 7, 0, 0],
    ["base 0xbad", 1, 1, 0],
  ]);
  expect(groups[0]!.parts.map(({ chain }) => chain)).toEqual(["base", "eth"]);
});
