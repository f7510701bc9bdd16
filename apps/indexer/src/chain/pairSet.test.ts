import type { Address } from "@portico/evm";
import type { Pair } from "@portico/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createPairSet } from "./pairSet.ts";

const address = fc.nat(5).map((n): Address => `0x${n.toString(16).padStart(40, "a")}`);
const pairs = fc.array(fc.record({ owner: address, token: address }), { maxLength: 40 });
const keyOf = ({ owner, token }: Pair): string => `${owner} ${token}`;
const keysOf = (list: readonly Pair[]) => new Set(list.map(keyOf));

test("pairs are stored once, whether added as text or as bytes, and sets can be subtracted", () => {
  fc.assert(
    fc.property(pairs, pairs, fc.nat(3), (first, second, offset) => {
      const [texts, bytes] = [createPairSet(), createPairSet()];
      for (const { owner, token } of first) {
        texts.add(owner, token);
        const pairBytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(token.slice(2) + owner.slice(2), "hex")]);
        bytes.addAt(new DataView(pairBytes.buffer, pairBytes.byteOffset, pairBytes.length), offset + 20, offset);
      }
      expect(bytes.list()).toEqual(texts.list());
      expect(keysOf(texts.list())).toEqual(keysOf(first));
      expect(texts.size).toBe(keysOf(first).size);
      const others = createPairSet();
      for (const { owner, token } of second) others.add(owner, token);
      const left = createPairSet();
      left.addAll(others.without(texts.bytes));
      expect(left.list()).toEqual(texts.list().filter((pair) => !keysOf(second).has(keyOf(pair))));
      texts.addAll(others.bytes);
      expect(keysOf(texts.list())).toEqual(keysOf([...first, ...second]));
      texts.clear();
      expect([texts.size, texts.list()]).toEqual([0, []]);
    }),
  );
});
