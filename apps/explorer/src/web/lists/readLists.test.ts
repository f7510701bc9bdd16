import { beforeAll, expect, test } from "vitest";
import { mergeLists, NO_LISTS, readLists } from "./readLists.ts";
import { showLanguage } from "../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

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
  [null, "The file is not an object."],
  [[], "The file is not an object."],
  [{ labels: [] }, "“labels” is not an object."],
  [{ labels: { "0x12": "x" } }, "“0x12” is not an address."],
  [JSON.parse('{"labels":{"__proto__":"x"}}'), "“__proto__” is not an address."],
  [{ labels: { [address(1)]: "" } }, "A name is missing."],
  [{ labels: { [address(1)]: 5 } }, "A name is missing."],
  [{ watched: address(1) }, "“watched” is not a list."],
  [{ watched: ["javascript:alert(1)"] }, "“javascript:alert(1)” is not an address."],
  [{ watched: Array.from({ length: 101 }, (_, n) => address(n)) }, "“watched” has 101 entries; 100 are possible."],
  [{ bundles: [{ ...BUNDLE, id: "../x" }] }, "A bundle has no valid id."],
  [{ bundles: [{ ...BUNDLE, addresses: [{}] }] }, "“[object Object]” is not an address."],
])("%j is refused with the reason", (value, reason) => {
  let message = "";
  try {
    readLists(value);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toMatch(reason);
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
