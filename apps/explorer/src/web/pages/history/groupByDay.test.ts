import { beforeAll, expect, test } from "vitest";
import { groupByDay } from "./groupByDay.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en", "history"));

const at = (text: string) => ({ time_at: Date.parse(text) / 1000 });
const now = Date.parse("2026-11-22T10:00:00Z") / 1000;

test("days are in the user's time zone: the same timestamps belong to different days elsewhere", () => {
  const items = [at("2026-11-22T01:00:00Z"), at("2026-11-21T23:00:00Z"), at("2026-11-20T12:00:00Z")];
  const names = (timeZone: string) =>
    groupByDay(items, { timeZone, now }).map(({ name, items: all }) => [name, all.length]);
  expect(names("UTC")).toEqual([
    ["Today", 1],
    ["Yesterday", 1],
    ["Friday, November 20, 2026", 1],
  ]);
  expect(names("America/Los_Angeles")).toEqual([
    ["Yesterday", 2],
    ["Friday, November 20, 2026", 1],
  ]);
  expect(names("Asia/Tokyo")).toEqual([
    ["Today", 2],
    ["Friday, November 20, 2026", 1],
  ]);
});

test("a day of 23 hours is one day", () => {
  const spring = { timeZone: "Europe/Berlin", now: Date.parse("2026-03-30T08:00:00Z") / 1000 };
  expect(groupByDay([at("2026-03-28T23:30:00Z")], spring).map(({ name }) => name)).toEqual(["Yesterday"]);
});
