import { ByteTable, viewOf } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { OwnerSet, Pair } from "@portico/store";

const ADDRESS = 20;
/** Bytes of a pair. */
export const PAIR = 2 * ADDRESS;

/** Distinct (owner, token) pairs in binary form: nearly all of them come from logs that are read as bytes. */
export interface PairSet {
  readonly size: number;
  add(owner: Address, token: Address): void;
  /** Adds the addresses at these byte offsets. */
  addAt(bytes: DataView, owner: number, token: number): void;
  /** In binary form: the owner, then the token of each pair. */
  addAll(pairs: Buffer): void;
  list(): Pair[];
  /** In binary form; valid until another pair is added. */
  readonly bytes: Buffer;
  /** The pairs that are not in this set. */
  without(pairs: Buffer): Buffer;
  clear(): void;
}

/**
 * @param expected - Approximate number of pairs.
 * @param owners - `add` and `addAt` ignore pairs of others; none if omitted.
 */
export function createPairSet(expected?: number, owners?: OwnerSet): PairSet {
  const table = new ByteTable(PAIR, expected);
  const bytes = Buffer.alloc(PAIR);
  const pair = viewOf(bytes);
  return {
    get bytes() {
      return table.keys;
    },
    get size() {
      return table.size;
    },
    add(owner, token) {
      if (owners?.has(owner) === false) return;
      bytes.write(owner.slice(2), 0, "hex");
      bytes.write(token.slice(2), ADDRESS, "hex");
      table.add(pair, 0);
    },
    addAt(from, owner, token) {
      if (owners?.hasAt(from, owner) === false) return;
      for (let byte = 0; byte < ADDRESS; byte += 4) {
        pair.setInt32(byte, from.getInt32(owner + byte));
        pair.setInt32(ADDRESS + byte, from.getInt32(token + byte));
      }
      table.add(pair, 0);
    },
    addAll(pairs) {
      const keys = viewOf(pairs);
      for (let at = 0; at < pairs.length; at += PAIR) table.add(keys, at);
    },
    list: () => listPairs(table.keys),
    without(pairs) {
      const keys = viewOf(pairs);
      const left = Buffer.allocUnsafe(pairs.length);
      let end = 0;
      for (let at = 0; at < pairs.length; at += PAIR) {
        if (!table.has(keys, at)) end += pairs.copy(left, end, at, at + PAIR);
      }
      return left.subarray(0, end);
    },
    clear: () => table.clear(),
  };
}

/** @param bytes - The owner, then the token of each pair. */
export const listPairs = (bytes: Buffer): Pair[] =>
  Array.from({ length: bytes.length / PAIR }, (_, index) => {
    const hex = bytes.toString("hex", index * PAIR, (index + 1) * PAIR);
    return { owner: `0x${hex.slice(0, 2 * ADDRESS)}`, token: `0x${hex.slice(2 * ADDRESS)}` };
  });
