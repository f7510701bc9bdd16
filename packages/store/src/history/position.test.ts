import * as fc from "fast-check";
import { expect, test } from "vitest";
import { decodePosition, encodePosition, LegKind } from "./position.ts";
import type { Place } from "./position.ts";

const anyPlace = fc.record<Place>({
  txIndex: fc.nat(2 ** 24 - 1),
  kind: fc.constantFrom(...Object.values(LegKind)),
  index: fc.nat(2 ** 20 - 1),
  subIndex: fc.nat(2 ** 15 - 1),
});

test("a location is decoded from its position, which fits an int8", () => {
  fc.assert(
    fc.property(anyPlace, (place) => {
      const position = encodePosition(place);
      expect(position).toBeLessThan(2n ** 63n);
      expect(decodePosition(position)).toEqual(place);
    }),
  );
});

test("positions order a block by transaction, kind, index and sub-index", () => {
  const toList = ({ txIndex, kind, index, subIndex }: Place) => [txIndex, kind, index, subIndex];
  const compare = (a: Place, b: Place) =>
    toList(a).reduce((sign, value, at) => sign || Math.sign(value - toList(b)[at]!), 0);
  fc.assert(
    fc.property(anyPlace, anyPlace, (a, b) => {
      const [x, y] = [encodePosition(a), encodePosition(b)];
      expect(x < y ? -1 : x > y ? 1 : 0).toBe(compare(a, b));
    }),
  );
});

test("out-of-range values are refused", () => {
  const place = { txIndex: 0, kind: LegKind.token, index: 0, subIndex: 0 };
  expect(() => encodePosition({ ...place, index: 2 ** 20 })).toThrow("No block has a transaction 0, a log 1048576");
  expect(() => encodePosition({ ...place, subIndex: 2 ** 15 })).toThrow(RangeError);
});
