import type { HistoryItem } from "@portico/client";
import { expect, test } from "vitest";
import { HISTORY_KINDS, isOfKind } from "./historyKinds.ts";
import { readHistorySearch, startOfDay } from "./historySearch.ts";
import { matchesSearch } from "./matchesSearch.ts";

const address = (n: number): string => `0x${String(n).padStart(40, "0")}`;
const item = (fields: Partial<HistoryItem> = {}): HistoryItem => ({
  cate_id: "",
  id: "0x1",
  chain: "eth",
  project_id: "uniswap3",
  category: "swap",
  sends: [{ amount: 1, token_id: "eth", to_addr: address(1) }],
  receives: [{ amount: 1, token_id: "usdc", from_addr: address(2) }],
  token_approve: [{ spender: address(3), token_id: "usdc", value: 1 }],
  other_addr: address(4),
  time_at: startOfDay("2026-03-03") + 1,
  tx: { from_addr: address(5), to_addr: address(6), status: 1 } as HistoryItem["tx"],
  ...fields,
});

test("a transaction matches by kind, protocol, anybody who took part, and day", () => {
  expect(matchesSearch(item(), {})).toBe(true);
  expect(matchesSearch(item(), { kind: "swap", protocol: "uniswap3", from: "2026-03-03" })).toBe(true);
  expect(matchesSearch(item(), { kind: "send" })).toBe(false);
  expect(matchesSearch(item(), { protocol: "aave3" })).toBe(false);
  expect(matchesSearch(item(), { from: "2026-03-04" })).toBe(false);
  for (const n of [1, 2, 3, 4, 5, 6]) expect(matchesSearch(item(), { party: address(n) })).toBe(true);
  expect(matchesSearch(item(), { party: address(7) })).toBe(false);
});

test("every known category is of exactly one kind, and what failed of one more", () => {
  const kindsOf = (category: string, status: 0 | 1 = 1) =>
    HISTORY_KINDS.filter((kind) => isOfKind(item({ category, tx: { ...item().tx, status } }), kind)).map(
      (kind) => kind,
    );
  const categories =
    "send receive approve revoke cancel deploy swap deposit supply add_liquidity withdraw remove_liquidity borrow repay liquidation stake unstake lock unlock claim airdrop mint burn wrap unwrap migrate trade_nft bridge_out bridge_in order_placed order_filled order_cancelled governance delegate renew donate".split(
      " ",
    );
  expect([...categories, ""].filter((category) => kindsOf(category).length !== 1)).toEqual([]);
  expect(kindsOf("swap", 0)).toEqual(["swap", "failed"]);
});

test("search parameters of another form are left out", () => {
  const search = {
    kind: "swap",
    protocol: "aave3",
    party: address(1).toUpperCase().replace("X", "x"),
    from: "2026-03-03",
  };
  expect(readHistorySearch(search)).toEqual({ ...search, party: address(1) });
  const wrong = { kind: "__proto__", protocol: "a b", party: "0x1", from: "2026-13-01", until: 5, token: "0x" };
  expect(readHistorySearch(wrong)).toEqual({});
});

test("a day before any chain is left out: browsers report 0002-05-05 while 2026 is typed", () => {
  expect(readHistorySearch({ from: "0002-05-05", until: "2009-01-02" })).toEqual({});
  expect(readHistorySearch({ from: "2009-01-03" })).toEqual({ from: "2009-01-03" });
});
