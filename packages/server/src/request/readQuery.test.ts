import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "../problem/errors.ts";
import type { QuerySpec } from "./querySpec.ts";
import { readQuery } from "./readQuery.ts";

const spec: QuerySpec = new Map([
  ["id", "string"],
  ["limit", "integer"],
  ["is_all", "boolean"],
  ["ids", "list"],
]);
const read = (raw: string) => readQuery(raw, spec);

test("undeclared parameters are ignored, whatever their form", () => {
  expect(read("__proto__=x&id[a]=1&id[]=2&constructor=3&&=&days=%&%=1&id=a")).toEqual({
    values: { id: "a" },
    errors: {},
  });
});

test("percent-encoding and + are decoded once", () => {
  expect(read("id=a%2Bb+c%252C").values).toEqual({ id: "a+b c%2C" });
});

test("malformed percent-encoding is refused, naming the parameter", () => {
  for (const raw of ["id=%E0%A4%A", "id=%", "id=%C0%80", "id=%ED%A0%80"]) {
    expect(() => read(raw)).toThrow(
      expect.objectContaining({ code: "invalid_params", errors: { id: expect.any(String) } }),
    );
  }
});

test.each(["true", "TRUE", "True", "1", "on", "ON"])("boolean %s is true", (text) => {
  expect(read(`is_all=${text}`).values).toEqual({ is_all: true });
});

test.each(["false", "False", "0", "off"])("boolean %s is false", (text) => {
  expect(read(`is_all=${text}`).values).toEqual({ is_all: false });
});

test.each(["yes", "null", "2", "t", "truee", " true"])("%s is not a boolean", (text) => {
  expect(read(`is_all=${encodeURIComponent(text)}`).errors).toEqual({ is_all: "must be true or false" });
});

test.each(["0x10", "1e1", "1.0", " 1", "%2012", "٣", "--1", "-"])("%s is not an integer", (text) => {
  expect(Object.keys(read(`limit=${text}`).errors)).toEqual(["limit"]);
});

test("an integer beyond the safe range becomes the last safe integer", () => {
  const limitOf = (text: string) => read(`limit=${text}`).values["limit"];
  expect(["9007199254740990", "-9007199254740990"].map(limitOf)).toEqual([9007199254740990, -9007199254740990]);
  for (const digits of ["9007199254740993", "9".repeat(19), "9".repeat(5_000)]) {
    expect([limitOf(digits), limitOf(`-${digits}`)]).toEqual([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
  }
});

test("an empty parameter is absent, a repeated scalar is an error, a repeated list is one list", () => {
  expect(read("id=&limit=&is_all=&ids=")).toEqual({ values: {}, errors: {} });
  expect(Object.keys(read("id=a&id=b&limit=1&limit=1").errors)).toEqual(["id", "limit"]);
  expect(read("ids=a,b&ids=c").values).toEqual({ ids: ["a", "b", "c"] });
});

test("a list drops duplicates, of addresses in any case, and rejects an empty entry", () => {
  expect(read("ids=0xAB,a,0xab,a,A").values["ids"]).toHaveLength(3);
  for (const raw of ["ids=a,,b", "ids=a,", "ids=,"]) expect(read(raw).errors).toEqual({ ids: "has an empty entry" });
});

test("NUL is rejected", () => {
  expect(read("id=eth%00&ids=a,%00").errors).toEqual({ id: "must not contain NUL", ids: "must not contain NUL" });
});

/** The result of reading: values, or a refusal. Anything else is a bug. */
function outcomeOf(raw: string): "read" | "refused" {
  try {
    read(raw);
    return "read";
  } catch (error) {
    if (error instanceof ServiceError) return "refused";
    throw error;
  }
}

test("any text is parsed or rejected", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 60 }), (raw) => outcomeOf(raw) !== undefined));
  expect(outcomeOf("id=%")).toBe("refused");
});

test("a query survives serializing and parsing", () => {
  const texts = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0"));
  fc.assert(fc.property(texts, (id) => read(`id=${encodeURIComponent(id)}`).values["id"] === id));
  expect(read("id=%F0%9F%A6%84").values).toEqual({ id: "🦄" });
});
