import * as fc from "fast-check";
import { expect, test } from "vitest";
import { getWeightedMedian } from "./weightedMedian.ts";

const anyItems = fc.array(
  fc.record({ value: fc.integer({ min: 1, max: 50 }), weight: fc.integer({ min: 1, max: 9 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

test("equals the median of the list that repeats each value by its weight", () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const spread = items.flatMap(({ value, weight }) => Array.from({ length: weight }, () => value));
      const sorted = spread.toSorted((a, b) => a - b);
      expect(getWeightedMedian(items)).toBe(sorted[Math.ceil(sorted.length / 2) - 1]);
    }),
  );
});

test("a value with less weight than the others together can't move the result out of their range", () => {
  fc.assert(
    fc.property(anyItems, fc.nat(1e6), fc.double({ min: 0, max: 0.999, noNaN: true }), (items, value, part) => {
      const weight = part * items.reduce((sum, item) => sum + item.weight, 0);
      const values = items.map((item) => item.value);
      const after = getWeightedMedian([...items, { value, weight }]);
      expect(after).toBeGreaterThanOrEqual(Math.min(...values));
      expect(after).toBeLessThanOrEqual(Math.max(...values));
    }),
  );
});

test("an additional value among equal ones moves the result to a neighbour at most", () => {
  const anyValues = fc.uniqueArray(fc.nat(1000), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(anyValues, fc.nat(1e6), fc.double({ min: 0.01, max: 1, noNaN: true }), (values, value, weight) => {
      const items = values.map((one) => ({ value: one, weight: 1 }));
      const sorted = values.toSorted((a, b) => a - b);
      const before = sorted.indexOf(getWeightedMedian(items));
      const after = getWeightedMedian([...items, { value, weight }]);
      expect(after).toBeGreaterThanOrEqual(sorted[before - 1] ?? sorted[0]!);
      expect(after).toBeLessThanOrEqual(sorted[before + 1] ?? sorted.at(-1)!);
    }),
  );
});

test("is NaN without any weight", () => {
  expect(getWeightedMedian([])).toBeNaN();
  expect(getWeightedMedian([{ value: 3, weight: 0 }])).toBeNaN();
});
