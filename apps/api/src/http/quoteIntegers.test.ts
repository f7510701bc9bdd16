import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteIntegers } from "./quoteIntegers.ts";

const parse = (json: string): unknown => JSON.parse(quoteIntegers(json));

test.each<[string, unknown]>([
  ['{"value":1000000000000000001}', { value: "1000000000000000001" }],
  ["[ 1234567890123456,\n12345678901234567 ]", ["1234567890123456", "12345678901234567"]],
  ['{"a":"1234567890123456","b":"\\",1234567890123456"}', { a: "1234567890123456", b: '",1234567890123456' }],
  ["[999999999999999]", [999_999_999_999_999]],
  ["[-1152921504606846976]", [-(2 ** 60)]],
  ["[1234567890123456.5, 1e30, 1234567890123456e2]", [1_234_567_890_123_456.5, 1e30, 1_234_567_890_123_456e2]],
  [`[${"9".repeat(79)}]`, [1e79]],
])("%s is %j", (json, expected) => {
  expect(parse(json)).toEqual(expected);
});

test("a long integer becomes a string with all its digits, and strings stay unchanged, whatever they contain", () => {
  const malformed = fc.string({ unit: fc.constantFrom('"', "\\", ",", ":", "1234567890123456", "a", "\n", "😀") });
  fc.assert(
    fc.property(malformed, fc.bigInt({ min: 10n ** 15n, max: 10n ** 78n - 1n }), (text, integer) => {
      const json = `{"a":${JSON.stringify(text)},"b":${integer},"c":${JSON.stringify(text)}}`;
      expect(parse(json)).toEqual({ a: text, b: integer.toString(), c: text });
    }),
  );
});
