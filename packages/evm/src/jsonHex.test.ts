import * as fc from "fast-check";
import { expect, test } from "vitest";
import { countHexBytes, readFixedHex, readQuantity } from "./jsonHex.ts";

const digits = fc.string({ unit: fc.constantFrom(...Array.from("0123456789abcdefABCDEF")), maxLength: 80 });
const almostDigits = fc.string({ unit: fc.constantFrom(...Array.from('09afAFgx" \\é')), maxLength: 12 });

test("hex data of any case and exactly the expected length is read, nothing else", () => {
  const text = fc.tuple(fc.constantFrom("0x", "", "0X", "1x"), fc.oneof(digits, almostDigits)).map((it) => it.join(""));
  fc.assert(
    fc.property(text, fc.nat(40), (given, bytes) => {
      const json = Buffer.from(`[${JSON.stringify(given)},"0x00"]`);
      const into = Buffer.alloc(bytes + 2, 0xee);
      const isRead = readFixedHex(json, 1, bytes, into, 1);
      expect(isRead).toBe(
        given.startsWith("0x") && given.length === 2 + 2 * bytes && /^[0-9a-f]*$/i.test(given.slice(2)),
      );
      const wanted = isRead ? `ee${given.slice(2).toLowerCase()}ee` : into.toString("hex");
      expect(into.toString("hex")).toBe(wanted);
      const written = Buffer.byteLength(JSON.stringify(given)) - 2;
      expect(countHexBytes(json, 1)).toBe(given.startsWith("0x") && written % 2 === 0 ? written / 2 - 1 : -1);
    }),
    { numRuns: 1_000 },
  );
});

test("a quantity is a number if it is exact, otherwise NaN", () => {
  fc.assert(
    fc.property(fc.oneof(digits, almostDigits), (given) => {
      const json = Buffer.from(`[${JSON.stringify(`0x${given}`)},1]`);
      const isExact = /^[0-9a-f]{1,13}$/i.test(given);
      expect(readQuantity(json, 1)).toBe(isExact ? Number(`0x${given}`) : Number.NaN);
    }),
  );
  for (const json of ['"5"', "5", "null", '"0x5', '"', ""]) expect(readQuantity(Buffer.from(json), 0)).toBeNaN();
});
