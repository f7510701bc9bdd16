import { expect, test } from "vitest";
import { type Part, sharesOf } from "./shares.ts";

const part = (id: string, usdValue: number): Part => ({ id, name: id.toUpperCase(), usdValue });

test("parts are ordered by value, their shares are of what is there, and nothing is no part", () => {
  const shares = sharesOf([part("a", 25), part("b", 75), part("none", 0)]);
  expect(shares.map(({ id, fraction }) => [id, fraction])).toEqual([
    ["b", 0.75],
    ["a", 0.25],
  ]);
  expect(new Set(shares.map(({ colour }) => colour)).size).toBe(2);
});

test("a debt takes no share of others, and is still named", () => {
  expect(sharesOf([part("debt", -50), part("a", 100)]).map(({ id, fraction }) => [id, fraction])).toEqual([
    ["a", 1],
    ["debt", 0],
  ]);
  expect(sharesOf([part("debt", -1)])[0]?.fraction).toBe(0);
});

test("many small ones stand as one, and their sum is not lost", () => {
  const shares = sharesOf(["a", "b", "c", "d", "e", "f", "g", "h"].map((id, place) => part(id, place + 1)));
  expect(shares.map(({ name, usdValue }) => [name, usdValue]).slice(4)).toEqual([
    ["D", 4],
    ["3 others", 6],
  ]);
  expect(shares.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1);
});
