import * as fc from "fast-check";
import { expect, test } from "vitest";
import { equals, quoted, scanList, scanObject, skipSpace, skipValue } from "./jsonBytes.ts";
import type { JsonBytes } from "./jsonBytes.ts";
import { parseReplies } from "./replyBytes.ts";
import { spaced } from "./testing/spacedJson.ts";

const parse = (bytes: JsonBytes, from: number, to: number): unknown =>
  JSON.parse(Buffer.from(bytes.subarray(from, to)).toString());

/** JSON.parse, built of the functions under test. */
function read(bytes: JsonBytes, at: number): { value: unknown; end: number } {
  if (equals(bytes, at, Buffer.from("{"))) {
    const members: [string, unknown][] = [];
    const end = scanObject(bytes, at, (nameAt, valueAt) => {
      const member = read(bytes, valueAt);
      members.push([String(parse(bytes, nameAt, skipValue(bytes, nameAt))), member.value]);
      return member.end;
    });
    return { value: Object.fromEntries(members), end };
  }
  if (equals(bytes, at, Buffer.from("["))) {
    const value: unknown[] = [];
    const end = scanList(bytes, at, (valueAt) => {
      const entry = read(bytes, valueAt);
      value.push(entry.value);
      return entry.end;
    });
    return { value, end };
  }
  const end = skipValue(bytes, at);
  return { value: parse(bytes, at, end), end };
}

test("any JSON is parsed like JSON.parse, and skipped to its end", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom("", " ", "\n\t", " \r\n "), (json, space) => {
      const text = spaced(json, space);
      const bytes = Buffer.from(`${text}  `);
      const start = skipSpace(bytes, 0);
      expect(read(bytes, start).value).toEqual(JSON.parse(text));
      expect(parse(bytes, start, skipValue(bytes, start))).toEqual(JSON.parse(text));
    }),
  );
});

test("a string of any length ends at its quote, whatever precedes it", () => {
  const long = fc.array(fc.constantFrom("a", "b", '"', "\\", "é"), { maxLength: 300 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(long, fc.nat(200), (text, padding) => {
      const json = JSON.stringify(`${"0".repeat(padding)}${text}`);
      const bytes = Buffer.from(`${json},"next"`);
      expect(skipValue(bytes, 0)).toBe(Buffer.byteLength(json));
      expect(() => skipValue(bytes.subarray(0, Buffer.byteLength(json) - 1), 0)).toThrow(SyntaxError);
    }),
  );
});

test("truncated JSON is an error, never a hang or a wrong result", () => {
  const whole = Buffer.from('[{"id":1,"result":{"a":["b\\"",{"c":null}]}}]');
  for (let length = 0; length < whole.length; length++) {
    expect(() => parseReplies(whole.subarray(0, length), read), `cut at ${length}`).toThrow(SyntaxError);
  }
  expect(() => parseReplies(Buffer.from("<html>"), read)).toThrow(SyntaxError);
  expect(() => parseReplies(Buffer.from("[] []"), read)).toThrow("is followed by other data");
});

test("a reply and a batch equal JSON.parse's result, with results read by the reader", () => {
  const replies = [
    { jsonrpc: "2.0", id: 3, result: [1, "]"] },
    { result: "first", jsonrpc: "2.0", id: 1 },
    { jsonrpc: "2.0", id: null, error: { code: -32_000, message: 'no "result":[' } },
  ];
  const lengthOf = (bytes: JsonBytes, at: number) => ({ value: skipValue(bytes, at) - at, end: skipValue(bytes, at) });
  const [first, second, third] = replies;
  expect(parseReplies(Buffer.from(JSON.stringify(replies)), lengthOf)).toEqual([
    { ...first, result: 7 },
    { ...second, result: 7 },
    third,
  ]);
  expect(parseReplies(Buffer.from(` ${JSON.stringify(third)} `), lengthOf)).toEqual(third);
});

test("a name equals itself only", () => {
  const bytes = Buffer.from('"from"');
  expect(equals(bytes, 0, quoted("from"))).toBe(true);
  expect(equals(bytes, 0, quoted("fro"))).toBe(false);
  expect(equals(bytes, 0, quoted("from1"))).toBe(false);
});
