import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "./random.ts";
import { completeSize, DEFAULT_SIZE } from "./scenarioSize.ts";
import { planTimeline } from "./timeline.ts";

test("no arguments give the default size", () => {
  expect(completeSize()).toEqual(DEFAULT_SIZE);
});

test("100,000 transactions stay far below 5,000 blocks", () => {
  const slots = planTimeline(createRandom(1, "test"), completeSize({ transactions: 100_000 }), 0);
  expect(slots.length).toBeLessThan(1_000);
});

test("feeds report in the last hour of every day, so that an hourly feed has a price at its close", () => {
  const slots = planTimeline(createRandom(1, "test"), completeSize({ days: 40 }), 0);
  const reports = new Set(slots.filter(({ isOracleTime }) => isOracleTime).map(({ timeAt }) => timeAt));
  const closes = Array.from({ length: 40 }, (_, day) => (day + 1) * 86_400 - 300);
  expect(closes.filter((close) => ![...reports].some((timeAt) => timeAt <= close && timeAt > close - 3_600))).toEqual(
    [],
  );
});

test("a timeline has every transaction once, in blocks of increasing time, and ends with the last day", () => {
  const sizes = fc.record({ transactions: fc.integer({ min: 0, max: 5_000 }), days: fc.integer({ min: 2, max: 90 }) });
  fc.assert(
    fc.property(sizes, fc.integer(), (given, seed) => {
      const slots = planTimeline(createRandom(seed, "test"), completeSize(given), 1_000);
      expect(slots.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(given.transactions);
      expect(slots.every(({ timeAt }, index) => timeAt > (slots[index - 1]?.timeAt ?? 1_000))).toBe(true);
      expect(slots.at(-1)).toMatchObject({ timeAt: 1_000 + given.days * 86_400, isOracleTime: true });
    }),
    { numRuns: 25 },
  );
});

test.each([{ people: 1 }, { transactions: -1 }, { days: 1.5 }, { blocks: 0 }])("%j is refused", (size) => {
  expect(() => completeSize(size)).toThrow(RangeError);
});
