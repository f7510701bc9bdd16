import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodePosition, encodePosition, LegKind } from "./position.ts";
import type { LegLocation } from "./position.ts";

const anyLocation = fc.record<LegLocation>({
  txIndex: fc.nat(2 ** 24 - 1),
  kind: fc.constantFrom(...Object.values(LegKind)),
  index: fc.nat(2 ** 20 - 1),
  subIndex: fc.nat(2 ** 15 - 1),
});

test("a location is decoded from its position, which fits an int8", () => {
  fc.assert(
    fc.property(anyLocation, (location) => {
      const position = encodePosition(location);
      expect(position).toBeLessThan(2n ** 63n);
      expect(decodePosition(position)).toEqual(location);
    }),
  );
});

test("positions order a block by transaction, kind, index and sub-index", () => {
  const toList = ({ txIndex, kind, index, subIndex }: LegLocation) => [txIndex, kind, index, subIndex];
  const compare = (a: LegLocation, b: LegLocation) =>
    toList(a).reduce((sign, value, at) => sign || Math.sign(value - toList(b)[at]!), 0);
  fc.assert(
    fc.property(anyLocation, anyLocation, (a, b) => {
      const [x, y] = [encodePosition(a), encodePosition(b)];
      expect(x < y ? -1 : x > y ? 1 : 0).toBe(compare(a, b));
    }),
  );
});

test("out-of-range values are refused", () => {
  const location = { txIndex: 0, kind: LegKind.token, index: 0, subIndex: 0 };
  expect(() => encodePosition({ ...location, index: 2 ** 20 })).toThrow("No block has a transaction 0, a log 1048576");
  expect(() => encodePosition({ ...location, subIndex: 2 ** 15 })).toThrow(RangeError);
});
