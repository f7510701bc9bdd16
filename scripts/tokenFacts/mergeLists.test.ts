import { expect, test } from "vitest";
import type { ListEntry } from "./mergeLists.ts";
import { mergeLists } from "./mergeLists.ts";

const A = `0x${"a".repeat(40)}` as const;
const B = `0x${"b".repeat(40)}` as const;
const entry = (given: Partial<ListEntry> = {}): ListEntry => ({
  chainId: 1,
  address: A,
  name: null,
  symbol: null,
  decimals: null,
  logoUrl: null,
  ...given,
});

test("each field is from the first list that has it, and the lists that have the token are named", () => {
  const first = entry({ name: "First", decimals: 6 });
  const second = entry({ name: "Second", symbol: "TWO", decimals: 6, logoUrl: "https://x.example/2.png" });
  const third = entry({ symbol: "THREE", logoUrl: "https://x.example/3.png" });
  expect(mergeLists([[first], [], [second], [third]]).get(1)).toEqual([
    { address: A, name: "First", symbol: "TWO", decimals: 6, logoUrl: "https://x.example/2.png", lists: [0, 2, 3] },
  ]);
});

test("decimals on which lists disagree are left to the contract", () => {
  const lists = [[entry({ symbol: "A", decimals: 18 })], [entry({ decimals: 6 })]];
  expect(mergeLists(lists).get(1)).toEqual([{ address: A, symbol: "A", lists: [0, 1] }]);
});

test("a token is one per chain and address, in the order of addresses", () => {
  const list = [entry({ address: B }), entry(), entry({ symbol: "A" }), entry({ chainId: 10 })];
  const merged = mergeLists([list]);
  expect(merged.get(1)).toEqual([
    { address: A, symbol: "A", lists: [0] },
    { address: B, lists: [0] },
  ]);
  expect(merged.get(10)).toEqual([{ address: A, lists: [0] }]);
});
