import { expect, test } from "vitest";
import { getEarlierMark } from "./getEarlierMark.ts";
import { DAY } from "./priceMarks.ts";

/** A midnight. */
const MIDNIGHT = 1_700_006_400;

test("past marks are five minutes apart for a day, an hour for a week, and then the closes of days", () => {
  const headTime = MIDNIGHT + 4_321;
  const marks = [MIDNIGHT + 4_200];
  while (marks.length < 500) marks.push(getEarlierMark(marks.at(-1)!, headTime));
  const gapsIn = (from: number, until: number) =>
    new Set(marks.flatMap((mark, at) => (at > 0 && mark > from && mark <= until ? [marks[at - 1]! - mark] : [])));
  expect(gapsIn(headTime - DAY, headTime)).toEqual(new Set([300]));
  expect(gapsIn(headTime - 7 * DAY, headTime - DAY - 3_600)).toEqual(new Set([3_600]));
  expect(gapsIn(0, headTime - 8 * DAY)).toEqual(new Set([DAY]));
  expect(marks.filter((mark) => mark % 300 !== 0)).toEqual([]);
  expect(marks.slice(-50).map((mark) => (mark + 300) % DAY)).toEqual(Array.from({ length: 50 }, () => 0));
});
