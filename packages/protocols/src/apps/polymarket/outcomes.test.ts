import fc from "fast-check";
import { expect, test } from "vitest";
import { listIndexSets, nameSide, sumPayouts } from "./outcomes.ts";

test("of few slots every set is searched, except the empty and the full one", () => {
  expect(listIndexSets(2)).toEqual([1n, 2n]);
  expect(listIndexSets(3)).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
  expect(listIndexSets(0)).toEqual([]);
});

test("of many slots each one and its complement are searched", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 18n }), { minLength: 5, maxLength: 256 }), (payouts) => {
      const sets = listIndexSets(payouts.length);
      expect(new Set(sets).size).toBe(sets.length);
      const all = payouts.reduce((sum, payout) => sum + payout, 0n);
      for (let at = 0; at < sets.length; at += 2) {
        expect(sumPayouts(sets[at]!, payouts) + sumPayouts(sets[at + 1]!, payouts)).toBe(all);
      }
    }),
    { numRuns: 30 },
  );
});

test("two outcomes are Yes and No, others have numbers", () => {
  expect([nameSide(1n, 2), nameSide(2n, 2)]).toEqual(["Yes", "No"]);
  expect([nameSide(0b100n, 3), nameSide(0b101n, 3)]).toEqual(["Outcome 3", "Outcome 1 or 3"]);
});
