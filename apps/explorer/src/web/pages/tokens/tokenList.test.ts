import type { UserToken } from "@portico/contract";
import { expect, test } from "vitest";
import { sortOutTokens } from "./sortOutTokens.ts";
import { groupByCoin } from "./groupByCoin.ts";
import { orderTokens, type TokenOrder, turnOrder } from "./tokenOrder.ts";

const token = (id: string, metadata: Partial<UserToken> = {}): UserToken => ({
  id,
  chain: "eth",
  name: null,
  symbol: id,
  display_symbol: null,
  optimized_symbol: id,
  decimals: 18,
  logo_url: null,
  protocol_id: "",
  is_verified: true,
  is_core: false,
  is_wallet: true,
  price: 1,
  time_at: 0,
  amount: 10,
  raw_amount: 10n ** 19n,
  raw_amount_str: "10000000000000000000",
  usd_value: 10,
  ...metadata,
});

const ids = (tokens: readonly UserToken[]) => tokens.map(({ id }) => id);
const order = (tokens: readonly UserToken[], by: TokenOrder) =>
  orderTokens(groupByCoin(tokens), by).map((group) => group.token.id);
const ALL = { text: "", hidesSpam: false, hidesSmall: false };

const fake = token("USDC", { is_suspicious: true, usd_value: 5e6 });
const airdrop = token("VISIT", { is_verified: false, price: 0, usd_value: 0 });
const traded = token("MEME", { is_verified: false, usd_value: 40 });
const crumb = token("DUST", { usd_value: 0.25 });
const unpriced = token("RARE", { price: 0, usd_value: 0 });
const held = [fake, airdrop, traded, crumb, unpriced, token("ETH", { usd_value: 900, price_24h_change: -0.1 })];

test("scams and unlisted tokens without a price are spam; an unlisted token with a market and a listed one without a price are not", () => {
  const { shown, spam, small } = sortOutTokens(held, { ...ALL, hidesSpam: true, hidesSmall: true });
  expect(ids(shown)).toEqual(["MEME", "RARE", "ETH"]);
  expect(spam).toEqual({ count: 2, usdValue: 5e6 });
  expect(small).toEqual({ count: 1, usdValue: 0.25 });
  expect(sortOutTokens(held, ALL).shown).toHaveLength(held.length);
  expect(sortOutTokens(held, ALL).small).toEqual(small);
});

test("text matches symbol, name and address, ignoring case", () => {
  const tokens = [token("0xabc1", { optimized_symbol: "USDC.e" }), token("0xdef2", { name: "Wrapped (Ether)" })];
  const found = (text: string) => ids(sortOutTokens(tokens, { ...ALL, text }).shown);
  expect(found(" usdc.E")).toEqual(["0xabc1"]);
  expect(found("(ether)")).toEqual(["0xdef2"]);
  expect(found("0xDEF")).toEqual(["0xdef2"]);
  expect(found("nothing")).toEqual([]);
});

test("unknown values are last in both orders, and equal ones are ordered by value", () => {
  const up = { column: "change", isDescending: false } as const;
  const tokens = [
    token("A", { price_24h_change: null }),
    token("B", { price_24h_change: 0.5 }),
    token("C", { price_24h_change: -0.5 }),
    token("D", { price_24h_change: -0.5, usd_value: 11 }),
  ];
  expect(order(tokens, up)).toEqual(["D", "C", "B", "A"]);
  expect(order(tokens, { ...up, isDescending: true })).toEqual(["B", "D", "C", "A"]);
  const named = [token("b2"), token("B10"), token("", { usd_value: 99 }), token("a")];
  expect(order(named, { column: "token", isDescending: false })).toEqual(["a", "B10", "b2", ""]);
});

test("a click reverses the order of its column; a new column begins at A or at the largest", () => {
  const byValue = { column: "value", isDescending: true } as const;
  expect(turnOrder(byValue, "value")).toEqual({ column: "value", isDescending: false });
  expect(turnOrder(byValue, "token")).toEqual({ column: "token", isDescending: false });
  expect(turnOrder({ column: "token", isDescending: false }, "amount")).toEqual({
    column: "amount",
    isDescending: true,
  });
});
