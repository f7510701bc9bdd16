import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseEach } from "./parseEach.ts";
import { spaced } from "./testing/spacedJson.ts";

const compact = (result: unknown) => ({ stored: result });

/** The specification: everything parsed, then compacted. */
function plain(body: string): unknown {
  const answer: unknown = JSON.parse(body);
  const change = (reply: unknown): unknown =>
    typeof reply === "object" && reply !== null && !Array.isArray(reply) && "result" in reply
      ? { ...reply, result: compact(reply.result) }
      : reply;
  return Array.isArray(answer) ? answer.map(change) : change(answer);
}

const reply = fc.oneof(
  fc.record({ jsonrpc: fc.constant("2.0"), id: fc.nat(), result: fc.jsonValue({ maxDepth: 3 }) }),
  fc.record({ jsonrpc: fc.constant("2.0"), id: fc.nat(), error: fc.jsonValue({ maxDepth: 2 }) }),
  // text that looks like a boundary between replies
  fc.record({
    jsonrpc: fc.constant("2.0"),
    result: fc.constantFrom('},{"jsonrpc"', [{ a: {} }, { jsonrpc: [{}, {}] }]),
  }),
  fc.jsonValue({ maxDepth: 1 }),
);

test("any reply and any batch equals the result of parsing it whole", () => {
  const property = fc.property(
    fc.oneof(reply, fc.array(reply, { maxLength: 5 })),
    fc.constantFrom("", " ", "\n"),
    (answer, space) => {
      const body = space === "" ? JSON.stringify(answer) : spaced(JSON.stringify(answer), space);
      expect(parseEach(Buffer.from(body), compact)).toEqual(plain(body));
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test("truncated or trailing input is an error", () => {
  const body = JSON.stringify([
    { jsonrpc: "2.0", id: 1, result: "a" },
    { jsonrpc: "2.0", id: 2, result: ["b"] },
  ]);
  for (let length = 0; length < body.length; length++) {
    expect(() => parseEach(Buffer.from(body.slice(0, length)), compact), `cut at ${length}`).toThrow(SyntaxError);
  }
  expect(() => parseEach(Buffer.from(`${body}]`), compact)).toThrow(SyntaxError);
});

test("an error of `compact` is not taken for invalid JSON", () => {
  const fail = () => {
    throw new RangeError("no");
  };
  expect(() => parseEach(Buffer.from('[{"id":1,"result":1}]'), fail)).toThrow(RangeError);
});
