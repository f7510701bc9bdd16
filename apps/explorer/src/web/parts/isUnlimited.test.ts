import { expect, test } from "vitest";
import { isUnlimited } from "./isUnlimited.ts";

const whole = (raw: bigint, decimals: number) => Number(raw) / 10 ** decimals;

test("the maximum of each width is unlimited, for any decimals", () => {
  for (const bits of [256n, 160n, 128n, 96n])
    for (const decimals of [0, 6, 8, 18]) expect(isUnlimited(whole(2n ** bits - 1n, decimals))).toBe(true);
});

test("a maximum of which a part was spent is still unlimited", () => {
  expect(isUnlimited(whole(2n ** 256n - 1n - 10n ** 30n, 18))).toBe(true);
});

test("an amount chosen by a user is not, however large", () => {
  for (const value of [0, 1, 7.9, 100, 1e9, 5e12, 1e15, 4.2e14, 1e24, Number.NaN])
    expect(isUnlimited(value)).toBe(false);
});
