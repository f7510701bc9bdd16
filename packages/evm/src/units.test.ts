import * as fc from "fast-check";
import { formatUnits } from "viem";
import { expect, test } from "vitest";
import { toAmount } from "./units.ts";

test("the largest uint256 is rounded and does not overflow", () => {
  expect(toAmount(2n ** 256n - 1n, 18)).toBe(1.157920892373162e59);
});

test("it is the double nearest to the exact decimal value", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 255 }), (raw, decimals) => {
      expect(toAmount(raw, decimals)).toBe(Number(formatUnits(raw, decimals)));
    }),
  );
});

test("zero is zero and one wei is not", () => {
  expect(toAmount(0n, 255)).toBe(0);
  expect(toAmount(1n, 18)).toBe(1e-18);
});

test.each([-1, 256, 1.5, Number.NaN])("decimals of %s are rejected", (decimals) => {
  expect(() => toAmount(1n, decimals)).toThrow(RangeError);
});
