import { expect, test } from "vitest";
import { type CurvePoint, marksOf, layoutPoints } from "./layoutPoints.ts";

const HOUR = 3600;
/** A midnight in local time. */
const MIDNIGHT = new Date(2026, 2, 3).getTime() / 1000;
const pointsOf = (hours: readonly number[], value: (hour: number) => number = (hour) => hour): CurvePoint[] =>
  hours.map((hour) => ({ timeAt: MIDNIGHT + hour * HOUR, usdValue: value(hour) }));

test("points span the plot from first to last and from highest to lowest", () => {
  const chartPoints = layoutPoints(pointsOf([0, 6, 24], (hour) => 100 - hour));
  expect(chartPoints.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [25, 25],
    [100, 100],
  ]);
});

test("a constant value is a line in the middle, and so is a single point", () => {
  expect(layoutPoints(pointsOf([0, 1], () => 5)).map(({ y }) => y)).toEqual([50, 50]);
  expect(layoutPoints(pointsOf([1]))).toMatchObject([{ x: 50, y: 50 }]);
  expect(layoutPoints([])).toEqual([]);
});

test("a day is marked every six hours of local time, a week every day, and no mark is at an edge", () => {
  const words = (hours: readonly number[]) => marksOf(pointsOf(hours)).map((mark) => mark.words);
  expect(words([-3, 21])).toEqual(["00:00", "06:00", "12:00", "18:00"]);
  expect(words([0, 24])).toEqual(["06:00", "12:00", "18:00"]);
  expect(words([-12, 60])).toEqual(["Mar 3", "Mar 4", "Mar 5"]);
});
