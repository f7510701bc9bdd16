import { expect, test } from "vitest";
import { layOutBars } from "./layOutBars.ts";
import type { UsagePlot } from "./plotUsage.ts";

const SERIES = ["a", "b"].map((id) => ({ id, label: id, colour: `var(--${id})` }));
const plotOf = (...days: Readonly<Record<string, number>>[]): UsagePlot => {
  const points = days.map((units, index) => ({
    day: `2025-01-${String(index + 1).padStart(2, "0")}`,
    units,
    total: Object.values(units).reduce((sum, one) => sum + one, 0),
  }));
  return { series: SERIES, points, total: points.reduce((sum, { total }) => sum + total, 0) };
};
const SIZE = { width: 600, height: 256 };

test("bars of a day are stacked on each other from the bottom, in proportion, and nothing has no bar", () => {
  const { bars, bottom } = layOutBars(plotOf({ a: 6, b: 2 }, {}, { b: 4 }), SIZE);
  expect(bars.map(({ key }) => key)).toEqual(["2025-01-01 a", "2025-01-01 b", "2025-01-03 b"]);
  const [a, b, later] = bars;
  expect(a!.y + a!.height).toBe(bottom);
  expect(b!.y + b!.height).toBeCloseTo(a!.y);
  expect(a!.height / b!.height).toBeCloseTo(3);
  expect(later!.height / b!.height).toBeCloseTo(2);
  expect(new Set(bars.map(({ width }) => width))).toEqual(new Set([36])); // few days: no wider than that
});

test("the scale begins at 0, ends above the highest bar at a round number, and has whole units alone", () => {
  const ticksOf = (total: number) => layOutBars(plotOf({ a: total }), SIZE).ticks.map(({ units }) => units);
  expect(ticksOf(3466)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(ticksOf(1)).toEqual([0, 1]);
  expect(ticksOf(0)).toEqual([0, 1]);
  const { ticks, bottom } = layOutBars(plotOf({ a: 7 }), SIZE);
  expect(ticks[0]).toEqual({ units: 0, y: bottom });
});

test("columns share the width in order; labels are left out where they would overlap", () => {
  const year = layOutBars(plotOf(...Array.from({ length: 90 }, () => ({ a: 1 }))), SIZE);
  const shown = year.columns.filter((_, index) => index % year.labelEvery === 0);
  expect(year.columns).toHaveLength(90);
  const gaps = shown.slice(1).map(({ center }, index) => center - shown[index]!.center);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(76);
  expect(Math.max(...year.bars.map(({ x, width }) => x + width))).toBeLessThanOrEqual(SIZE.width);
  expect(layOutBars(plotOf({ a: 1 }), { width: 0, height: 256 }).bars).toHaveLength(1); // before the width is known
});
