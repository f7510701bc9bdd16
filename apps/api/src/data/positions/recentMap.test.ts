import { expect, test } from "vitest";
import { RecentMap } from "./recentMap.ts";

test("the least recently used entry is evicted first", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect(["a", "b", "c"].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

test("large values leave room for few, and a replaced one is counted once", () => {
  const map = new RecentMap<string>(10);
  map.set("a", "x", 6);
  map.set("a", "y", 6);
  map.set("b", "z", 4);
  expect([map.get("a"), map.get("b")]).toEqual(["y", "z"]);
  map.set("c", "w", 7);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, undefined, "w"]);
});
