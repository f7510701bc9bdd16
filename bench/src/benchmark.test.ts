import { expect, test } from "vitest";
import { median, spread, toRow } from "./benchmark.ts";

test("a rate's ratio is ours / theirs, a cost's theirs / ours: higher is better in both", () => {
  const sides = { name: "a/b-over-c", unit: "x", against: "c", goal: 1, ours: [20, 10, 40], theirs: [10, 10, 10] };
  expect(toRow({ ...sides, kind: "rate" }).ratio).toBe(2);
  expect(toRow({ ...sides, kind: "cost" }).ratio).toBe(0.5);
});

test("the median of an even number of rounds is the mean of the middle two", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(spread([1, 2, 3])).toBe(1);
});
