import fc from "fast-check";
import { expect, test } from "vitest";
import { limitData } from "./limitData.ts";

const rows = Array.from({ length: 100 }, (_, id) => ({ id, note: "x".repeat(20) }));

test("a list is read completely by skipping what was shown", () => {
  const seen: unknown[] = [];
  for (let skip = 0; skip < rows.length;) {
    const { data, truncated } = limitData(rows, { maxLength: 1000, skip });
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(1000);
    const shown = data as typeof rows;
    seen.push(...shown);
    const isAll = skip === 0 && shown.length === rows.length;
    expect(truncated).toEqual(isAll ? [] : [{ list: "$", from: skip, shown: shown.length, total: 100 }]);
    skip += shown.length;
  }
  expect(seen).toEqual(rows);
});

test("of a page, its largest list is cut, with the entries of dictionaries that only cut rows use", () => {
  const history_list = rows.map(({ id, note }) => ({ token_id: `t${id}`, note }));
  const token_dict = Object.fromEntries(rows.map(({ id }) => [`t${id}`, { symbol: `S${id}` }]));
  const { data, truncated } = limitData([{ history_list, token_dict, next_cursor: "n" }], {
    maxLength: 2000,
    skip: 90,
  });
  expect(data).toEqual([
    {
      history_list: history_list.slice(90, 90 + truncated[0]!.shown),
      token_dict: Object.fromEntries(Object.entries(token_dict).slice(90, 90 + truncated[0]!.shown)),
      next_cursor: "n",
    },
  ]);
});

test("lists inside of an entry are cut if they are what is long, and what is cut is said", () => {
  const whole = {
    id: "x",
    positions: [
      { name: "a", tokens: rows },
      { name: "b", tokens: [] },
    ],
  };
  const { data, truncated } = limitData(whole, { maxLength: 600, skip: 0 });
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(600);
  expect(truncated).toEqual([
    { list: "positions", from: 0, shown: 1, total: 2 },
    { list: "$.positions[].tokens", from: 0, shown: 13, total: 100 },
  ]);
  expect(data).toEqual({ id: "x", positions: [{ name: "a", tokens: rows.slice(0, 13) }] });
});

test("data that is not too long stays as it is, whatever it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (whole) => {
      expect(limitData(whole, { maxLength: 100_000, skip: 0 })).toEqual({ data: whole, truncated: [] });
    }),
    { numRuns: 50 },
  );
});

test("a megabyte of nested lists is cut at once", () => {
  const nested = Array.from({ length: 2000 }, () => ({ list: rows.slice(0, 20) }));
  const { data } = limitData({ nested }, { maxLength: 1000, skip: 0 });
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(1000);
});
