import { beforeAll, expect, test } from "vitest";
import { type Part, sharesOf } from "./shares.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en"));

const part = (id: string, usdValue: number): Part => ({ id, name: id.toUpperCase(), usdValue });

test("parts are ordered by value, shares are relative to the positive total, and zero parts are left out", () => {
  const shares = sharesOf([part("a", 25), part("b", 75), part("none", 0)]);
  expect(shares.map(({ id, fraction }) => [id, fraction])).toEqual([
    ["b", 0.75],
    ["a", 0.25],
  ]);
  expect(new Set(shares.map(({ colour }) => colour)).size).toBe(2);
});

test("a debt does not change the shares of others, and is still listed", () => {
  expect(sharesOf([part("debt", -50), part("a", 100)]).map(({ id, fraction }) => [id, fraction])).toEqual([
    ["a", 1],
    ["debt", 0],
  ]);
  expect(sharesOf([part("debt", -1)])[0]?.fraction).toBe(0);
});

test("many small parts are summed up as one", () => {
  const shares = sharesOf(["a", "b", "c", "d", "e", "f", "g", "h"].map((id, index) => part(id, index + 1)));
  expect(shares.map(({ name, usdValue }) => [name, usdValue]).slice(4)).toEqual([
    ["D", 4],
    ["3 others", 6],
  ]);
  expect(shares.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1);
});

test("a debt among many parts is listed separately, and is not subtracted from the others", () => {
  const parts = ["a", "b", "c", "d", "e", "f", "g"].map((id) => part(id, 10));
  const shares = sharesOf([...parts, part("debt", -50)]);
  expect(shares.map(({ name, usdValue }) => [name, usdValue]).slice(5)).toEqual([
    ["2 others", 20],
    ["DEBT", -50],
  ]);
  expect(shares.reduce((sum, { fraction }) => sum + fraction, 0)).toBeCloseTo(1);
});
