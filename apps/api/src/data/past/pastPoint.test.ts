import { expect, test } from "vitest";
import { ServiceError } from "../../errors.ts";
import { parsePastPoint } from "./pastPoint.ts";

const faultOf = (params: Parameters<typeof parsePastPoint>[0], chains: readonly string[]): unknown => {
  try {
    return parsePastPoint(params, chains);
  } catch (error) {
    if (error instanceof ServiceError) return error.errors;
    throw error;
  }
};

test("a request names a block of one chain, or a time, or neither", () => {
  expect(parsePastPoint({}, ["eth", "base"])).toBeUndefined();
  expect(parsePastPoint({ block: 7 }, ["eth"])).toEqual({ block: 7n });
  expect(parsePastPoint({ block: 0 }, ["eth", "eth"])).toEqual({ block: 0n });
  expect(parsePastPoint({ time_at: 0 }, ["eth", "base"])).toEqual({ timeAt: 0 });
});

test("both, and a block of several chains or none, are errors of a parameter", () => {
  expect(faultOf({ block: 7, time_at: 7 }, ["eth"])).toEqual({ time_at: "must not be given together with block" });
  expect(faultOf({ block: 7 }, ["eth", "base"])).toEqual({ block: "needs exactly one chain" });
  expect(faultOf({ block: 7 }, [])).toEqual({ block: "needs exactly one chain" });
});
