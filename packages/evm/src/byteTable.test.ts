import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteTable, viewOf } from "./byteTable.ts";

test("keys are numbered in order, each once, at any offset, and found again until the table is cleared", () => {
  // Keys that differ in one byte only, so that many collide.
  const key = fc.tuple(fc.nat(40), fc.nat(2)).map(([value, kind]) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(value, 4 * kind);
    return bytes;
  });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 300 }), fc.array(key), fc.nat(100), (added, looked, expected) => {
      const table = new ByteTable(12, expected);
      const offset = expected % 4;
      const numbers = new Map<string, number>();
      for (const bytes of added) {
        const name = bytes.toString("hex");
        if (!numbers.has(name)) numbers.set(name, numbers.size);
        expect(table.add(viewOf(Buffer.concat([Buffer.alloc(offset), bytes])), offset)).toBe(numbers.get(name));
      }
      expect(table.size).toBe(numbers.size);
      expect(table.keys.toString("hex")).toBe([...numbers.keys()].join(""));
      for (const bytes of looked) expect(table.has(viewOf(bytes), 0)).toBe(numbers.has(bytes.toString("hex")));
      table.clear();
      expect([table.size, added.some((bytes) => table.has(viewOf(bytes), 0))]).toEqual([0, false]);
    }),
  );
});
