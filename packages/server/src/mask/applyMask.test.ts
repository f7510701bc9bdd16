import { expect, test } from "vitest";
import { applyMask } from "./applyMask.ts";
import { parseMask } from "./parseMask.ts";

const mask = (value: unknown, text: string) => applyMask(value, parseMask(text));

test("a mask goes through arrays, keeps null, and ignores what an object doesn't have", () => {
  const value = [
    { id: 1, pool: { id: 2, chain: "eth" } },
    { id: 3, pool: null },
  ];
  expect(mask(value, "{pool{id,nope},nope}")).toEqual([{ pool: { id: 2 } }, { pool: null }]);
});

test("* keeps every field that is not named, and masks those that are", () => {
  expect(mask({ a: 1, b: { c: 2, d: 3 } }, "b{c},*")).toEqual({ a: 1, b: { c: 2 } });
});

test("fields of something that has none are a mask error that names it", () => {
  expect(() => mask({ price: 1 }, "price{usd}")).toThrow("X-Fields: 'price' is a number and has no fields");
  expect(() => mask([["0x", 1]], "a")).toThrow("X-Fields: the answer is a string and has no fields");
});

test("a field called __proto__ is a field like any other", () => {
  expect(mask(JSON.parse('{"__proto__":1,"a":2}'), "__proto__")).toEqual(JSON.parse('{"__proto__":1}'));
});
