import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createExactJson } from "./exactJson.ts";

const { parse, stringify } = createExactJson(["raw_amount", "total_supply"]);
const MAX = 2n ** 256n - 1n;

test("the largest uint256 keeps every digit, at any depth and spacing", () => {
  expect(parse(`[{"raw_amount":${MAX}},{"a":{ "total_supply" : ${MAX}\n}}]`)).toEqual([
    { raw_amount: MAX },
    { a: { total_supply: MAX } },
  ]);
});

test("small, zero and negative integers are bigint too", () => {
  expect(parse(`{"raw_amount":0,"x":[{"raw_amount":-1},{"raw_amount":7}]}`)).toEqual({
    raw_amount: 0n,
    x: [{ raw_amount: -1n }, { raw_amount: 7n }],
  });
});

test("null and strings are unchanged, and other properties stay numbers", () => {
  const text = `{"raw_amount":null,"total_supply":"many","amount":1.5,"raw_amounts":2}`;
  expect(parse(text)).toEqual({ raw_amount: null, total_supply: "many", amount: 1.5, raw_amounts: 2 });
});

test("a key written with escapes is recognized", () => {
  expect(parse(String.raw`{"raw\u005famount":5}`)).toEqual({ raw_amount: 5n });
  expect(() => parse(String.raw`{"raw\u005famount":${MAX}}`)).toThrow(RangeError);
});

test("a hostile string that looks like a property changes nothing", () => {
  const name = `USD","raw_amount":1,"x":"`;
  expect(parse(JSON.stringify({ name, [name]: 5, 'a"raw_amount': 5 }))).toEqual({ name, [name]: 5, 'a"raw_amount': 5 });
});

test("an integer with an exponent is parsed if that loses nothing, and rejected otherwise", () => {
  expect(parse(`{"raw_amount":1e3}`)).toEqual({ raw_amount: 1000n });
  expect(() => parse(`{"raw_amount":1e77}`)).toThrow(RangeError);
  expect(() => parse(`{"raw_amount":1.5}`)).toThrow(RangeError);
});

test("text that is not JSON throws a SyntaxError", () => {
  expect(() => parse(`{"raw_amount":12`)).toThrow(SyntaxError);
  expect(() => parse("<html>")).toThrow(SyntaxError);
});

test("bigints are serialized as integers, and only bigints", () => {
  expect(stringify({ value: MAX, text: "bigint-1:5", none: undefined, list: [1n, -2n] })).toBe(
    `{"value":${MAX},"text":"bigint-1:5","list":[1,-2]}`,
  );
});

test("bigints are integers also on a page that gives them its own toJSON", () => {
  const prototype = BigInt.prototype as { toJSON?: (this: bigint) => string };
  try {
    prototype.toJSON = function () {
      return this.toString();
    };
    expect(stringify({ value: MAX, list: [1n, -2n] })).toBe(`{"value":${MAX},"list":[1,-2]}`);
    expect(stringify(5n)).toBe("5");
  } finally {
    delete prototype.toJSON;
  }
});

test("any document is parsed like with the engine's source-text reviver", () => {
  const name = fc.oneof(fc.constantFrom("raw_amount", "total_supply", '"raw_amount":1', 'x"raw_amount'), fc.string());
  const leaf = fc.oneof(
    fc.string(),
    fc.constant('"raw_amount":7,'),
    fc.boolean(),
    fc.constant(null),
    fc.maxSafeInteger(),
  );
  const { node } = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(leaf, fc.bigInt(), fc.array(tie("node")), fc.dictionary(name, tie("node"))),
  }));
  fc.assert(
    fc.property(node, (value) => {
      const text = stringify(value);
      expect(parse(text)).toEqual(JSON.parse(text, exactByReviver));
    }),
  );
});

function exactByReviver(key: string, value: unknown, context?: { source?: string }): unknown {
  const isExact = key === "raw_amount" || key === "total_supply";
  if (isExact && typeof value === "number") return BigInt(context?.source ?? "");
  // a string of digits in such a property becomes a bigint: the server's safe form
  return isExact && typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : value;
}
