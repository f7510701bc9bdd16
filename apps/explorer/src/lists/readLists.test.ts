import { expect, test } from "vitest";
import { mergeLists, NO_LISTS, readLists } from "./readLists.ts";

const address = (n: number): string => `0x${n.toString(16).padStart(40, "0")}`;
const BUNDLE = { id: "00000000000000aa", name: "Mine", addresses: [address(1), address(2)] };

test("lists are read in one form: addresses in lower case and once, names on one line", () => {
  const upper = `0x${"AB".repeat(20)}`;
  const lists = readLists({
    labels: { [upper]: "  Cold \n\u202Ewallet " },
    watched: [upper, upper.toLowerCase()],
    bundles: [BUNDLE, { ...BUNDLE, name: "Second" }],
    further: "ignored",
  });
  expect(lists).toEqual({
    labels: { [upper.toLowerCase()]: "Cold wallet" },
    watched: [upper.toLowerCase()],
    bundles: [{ ...BUNDLE, name: "Second" }],
  });
  expect(readLists({})).toEqual(NO_LISTS);
});

test.each([
  [null, { kind: "fileNoObject" }],
  [[], { kind: "fileNoObject" }],
  [{ labels: [] }, { kind: "fieldNoObject", name: "labels" }],
  [{ labels: { "0x12": "x" } }, { kind: "noAddress", text: "0x12" }],
  [JSON.parse('{"labels":{"__proto__":"x"}}'), { kind: "noAddress", text: "__proto__" }],
  [{ labels: { [address(1)]: "" } }, { kind: "noName" }],
  [{ labels: { [address(1)]: 5 } }, { kind: "noName" }],
  [{ watched: address(1) }, { kind: "fieldNoList", name: "watched" }],
  [{ watched: ["javascript:alert(1)"] }, { kind: "noAddress", text: "javascript:alert(1)" }],
  [
    { watched: Array.from({ length: 101 }, (_, n) => address(n)) },
    { kind: "tooManyEntries", name: "watched", count: 101, max: 100 },
  ],
  [{ bundles: [{ ...BUNDLE, id: "../x" }] }, { kind: "bundleNoId" }],
  [{ bundles: [{ ...BUNDLE, addresses: [{}] }] }, { kind: "noAddress", text: "[object Object]" }],
])("%j is refused with the reason", (value, flaw) => {
  expect(() => readLists(value)).toThrow(expect.objectContaining({ name: "ListsError", flaw }));
});

test("imported lists are added to those that are there", () => {
  const kept = { labels: { [address(1)]: "Old", [address(2)]: "Kept" }, watched: [address(1)], bundles: [BUNDLE] };
  const added = { labels: { [address(1)]: "New" }, watched: [address(3)], bundles: [{ ...BUNDLE, name: "Renamed" }] };
  expect(mergeLists(kept, added)).toEqual({
    labels: { [address(1)]: "New", [address(2)]: "Kept" },
    watched: [address(1), address(3)],
    bundles: [{ ...BUNDLE, name: "Renamed" }],
  });
});
