import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "../../errors.ts";
import { formatUtcDay, parseUtcDay, startOfDay } from "./utcDay.ts";

test("every day of the calendar is parsed to its first second", () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }), (timeAt) => {
      expect(parseUtcDay("date_at", formatUtcDay(timeAt))).toBe(startOfDay(timeAt));
    }),
  );
});

test.each([
  "2025-02-30",
  "2025-02-29",
  "2100-02-29",
  "2025-04-31",
  "2025-00-10",
  "2025-13-01",
  "2025-11-00",
  "2025-1-1",
  "25-01-01",
  "+002025-01-01",
  "2025-01-01T00:00:00Z",
  "2025/01/01",
  "20250101",
  "1763700000",
  "today",
  " 2025-01-01",
  "2025-01-01\n",
  "２０２５-01-01",
])("%j is not a day", (text) => {
  expect(() => parseUtcDay("date_at", text)).toThrow(ServiceError);
  expect(() => parseUtcDay("date_at", text)).toThrow("date_at must be a calendar date in the form YYYY-MM-DD");
});
