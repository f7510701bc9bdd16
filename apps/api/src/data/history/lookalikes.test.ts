import { ZERO_ADDRESS, type Address } from "@portico/evm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findLookalikes } from "./lookalikes.ts";

const digit = fc.nat({ max: 15 }).map((value) => value.toString(16));
const hex = (length: number) => fc.string({ unit: digit, minLength: length, maxLength: length });
const anyAddress = hex(40).map((digits): Address => `0x${digits}`);
const RUNS = { numRuns: 500 };

test("an address with the first three and last four digits of a known one is a lookalike, and the known one never is", () => {
  fc.assert(
    fc.property(fc.array(anyAddress, { minLength: 1, maxLength: 9 }), fc.nat(), hex(33), (known, pick, middle) => {
      const imitated = known[pick % known.length]!;
      const copy: Address = `0x${imitated.slice(2, 5)}${middle}${imitated.slice(-4)}`;
      const isLookalike = findLookalikes(known);
      expect(isLookalike(copy)).toBe(!known.includes(copy) && imitated !== ZERO_ADDRESS);
      expect(known.some(isLookalike)).toBe(false);
    }),
    RUNS,
  );
});

test("a different digit at either end is enough to be no lookalike", () => {
  const ends = fc.constantFrom(2, 3, 4, 38, 39, 40, 41);
  fc.assert(
    fc.property(anyAddress, hex(33), ends, fc.integer({ min: 1, max: 15 }), (known, middle, at, difference) => {
      const copy = `0x${known.slice(2, 5)}${middle}${known.slice(-4)}`;
      const other = (Number.parseInt(copy[at]!, 16) ^ difference).toString(16);
      const changed = `${copy.slice(0, at)}${other}${copy.slice(at + 1)}` as Address;
      expect(findLookalikes([known])(changed)).toBe(false);
    }),
    RUNS,
  );
});

test("nothing imitates the zero address, or nobody", () => {
  const isLookalike = findLookalikes([ZERO_ADDRESS]);
  expect(isLookalike("0x0000000000000000000000000000000000010000")).toBe(false);
  expect(findLookalikes([])("0x0000000000000000000000000000000000000001")).toBe(false);
});
