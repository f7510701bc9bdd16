import { expect, test } from "vitest";
import { applyMask } from "./applyMask.ts";
import { parseMask } from "./parseMask.ts";

const mask = (value: unknown, text: string) => applyMask(value, parseMask(text));

test("a mask applies to array elements, keeps null and ignores missing fields", () => {
  const value = [
    { id: 1, pool: { id: 2, chain: "eth" } },
    { id: 3, pool: null },
  ];
  expect(mask(value, "{pool{id,nope},nope}")).toEqual([{ pool: { id: 2 } }, { pool: null }]);
});

test("* selects every field that the mask doesn't name", () => {
  expect(mask({ a: 1, b: { c: 2, d: 3 } }, "b{c},*")).toEqual({ a: 1, b: { c: 2 } });
});

test("selecting fields of a value without fields is a mask error that names it", () => {
  expect(() => mask({ price: 1 }, "price{usd}")).toThrow("X-Fields: 'price' is a number and has no fields");
  expect(() => mask([["0x", 1]], "a")).toThrow("X-Fields: the response is a string and has no fields");
});

test("a field called __proto__ is handled like any other", () => {
  expect(mask(JSON.parse('{"__proto__":1,"a":2}'), "__proto__")).toEqual(JSON.parse('{"__proto__":1}'));
});
