import { chains } from "@portico/evm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ServiceError } from "../../errors.ts";
import { readCursor, writeCursor } from "./cursor.ts";

/** The parameters that the error names; undefined without an error. */
function readErrors(cursor: string): string[] | undefined {
  try {
    readCursor(cursor);
    return undefined;
  } catch (error) {
    return error instanceof ServiceError && error.code === "invalid_params" ? Object.keys(error.errors ?? {}) : [];
  }
}

test("a cursor is parsed to the time of its transaction, and to the chains that its page is without", () => {
  const positions = fc.record({
    timeAt: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    chain: fc.constantFrom("eth", "g0", "megaeth"),
    blockNumber: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
    txIndex: fc.integer({ min: 0, max: 2 ** 24 - 2 }),
  });
  fc.assert(
    fc.property(positions, fc.subarray(chains.map(({ slug }) => slug)), (position, leftOut) => {
      const cursor = writeCursor(position, leftOut);
      expect(readCursor(cursor)).toEqual({ before: position.timeAt, leftOut });
      expect(cursor.length).toBeLessThanOrEqual(1000);
    }),
  );
});

test("any other text is rejected by the parameter's name", () => {
  const whole = writeCursor({ timeAt: 9, chain: "eth", blockNumber: 1n, txIndex: 2 }, ["op"]);
  expect(readErrors(whole)).toBeUndefined();
  const malformed = [
    whole.slice(0, -1),
    `${whole}=`,
    `${whole}AA`,
    "OTpldGg6MToy!",
    "99",
    "-1",
    whole.toUpperCase(),
    "",
  ];
  expect(malformed.filter((text) => readErrors(text)?.join() !== "cursor")).toEqual([]);
  fc.assert(fc.property(fc.base64String({ maxLength: 60 }), (text) => readErrors(text)?.join() === "cursor"));
});
