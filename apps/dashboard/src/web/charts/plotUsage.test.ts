import type { UsageRow } from "@portico/contract";
import { expect, test } from "vitest";
import { daysBefore, daysBetween, plotUsage } from "./plotUsage.ts";

const row = (day: string, operation: string, units: number): UsageRow => ({
  day,
  operation,
  key_id: "",
  key_name: "",
  units,
  calls: 1,
});

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"];

const RANGE = { from: "2025-02-27", to: "2025-03-02" };

test("days without usage have an empty bar, across the end of a month and of a year", () => {
  const plot = plotUsage({ ...RANGE, usage_list: [row("2025-03-01", "a", 5)] }, "total", () => "All");
  expect(plot.points.map(({ day, total }) => [day, total])).toEqual([
    ["2025-02-27", 0],
    ["2025-02-28", 0],
    ["2025-03-01", 5],
    ["2025-03-02", 0],
  ]);
  expect(daysBetween("2024-12-31", "2025-01-01")).toHaveLength(2);
  expect(daysBefore("2025-01-01", 1)).toBe("2024-12-31");
});

test("the largest series are separate, largest first, and the rest is summed up: nothing is lost", () => {
  const usage = NAMES.flatMap((name, index) => [row("2025-02-28", name, index + 1), row("2025-03-01", name, 1)]);
  const plot = plotUsage({ ...RANGE, usage_list: usage }, "operation", ({ operation }) => operation.toUpperCase());
  expect(plot.series.map(({ label }) => label)).toEqual(["H", "G", "F", "E", "D", "3 others"]);
  expect(plot.points[1]).toEqual({
    day: "2025-02-28",
    units: { h: 8, g: 7, f: 6, e: 5, d: 4, rest: 6 },
    total: 36,
  });
  expect(plot.total).toBe(44);
});

test("six series are not reduced to five and one other", () => {
  const usage = NAMES.slice(0, 6).map((name) => row("2025-03-01", name, 1));
  const { series } = plotUsage({ ...RANGE, usage_list: usage }, "operation", ({ operation }) => operation);
  expect(series.map(({ id }) => id)).toEqual(NAMES.slice(0, 6));
});
