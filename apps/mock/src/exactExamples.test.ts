import { expect, test } from "vitest";
import { stringifyBody } from "./exactExamples.ts";

test("a bigint is sent as an integer also if BigInt has its own toJSON", () => {
  const prototype = BigInt.prototype as { toJSON?: (this: bigint) => string };
  try {
    prototype.toJSON = function () {
      return this.toString();
    };
    expect(stringifyBody([{ raw_amount: 2n ** 200n, name: "1" }])).toBe(`[{"raw_amount":${2n ** 200n},"name":"1"}]`);
  } finally {
    delete prototype.toJSON;
  }
});
