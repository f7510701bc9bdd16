import { expect, test } from "vitest";
import { assertKnownFields, FieldsError, parseFields, pickFields, toMask } from "./fields.ts";

test("fields of lists, objects and values of dictionaries are picked; the mask asks for dictionaries whole", () => {
  const fields = parseFields("{ list{id, from{ name }}, token_dict{*{symbol}}, next}");
  const whole = {
    list: [{ id: 1, from: { name: "a", x: 1 }, y: 2 }],
    token_dict: { eth: { symbol: "ETH", name: "Ether" }, dai: { symbol: "DAI" } },
    other: 1,
  };
  expect(pickFields(whole, fields)).toEqual({
    list: [{ id: 1, from: { name: "a" } }],
    token_dict: { eth: { symbol: "ETH" }, dai: { symbol: "DAI" } },
  });
  expect(toMask(fields)).toBe("list{id,from{name}},token_dict,next");
});

test("* alone is every other field", () => {
  expect(pickFields({ a: { b: 1, c: 2 }, d: 3 }, parseFields("a{b},*"))).toEqual({ a: { b: 1 }, d: 3 });
});

test.each(["", "{a", "a}", "a{b", "a,,b", "a b", "a{}", "{a}b", "é", "a".repeat(2001), "a{".repeat(20)])(
  "%j is refused",
  (text) => {
    expect(() => parseFields(text)).toThrow(FieldsError);
  },
);

test("a field that doesn't exist is named with its path, and those that do", () => {
  const known = { a: { b: true }, d: { "*": { e: true } } } as const;
  expect(() => assertKnownFields(parseFields("a{c}"), known)).toThrow("'a.c' does not exist; there are b");
  for (const name of ["constructor", "toString{a}", "__proto__", "__proto__{b}"])
    expect(() => assertKnownFields(parseFields(name), known)).toThrow("does not exist; there are a, d");
  expect(() => assertKnownFields(parseFields("a{b{c}}"), known)).toThrow("'a.b' has no fields of its own");
  expect(() => assertKnownFields(parseFields("a{*},d{any{e}},d{*{e}}"), known)).not.toThrow();
});
