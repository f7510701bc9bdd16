import type { Address } from "@portico/evm";
import type { Pair } from "@portico/store";

/** Distinct (owner, token) pairs, in the order in which they first came. */
export interface PairSet {
  readonly size: number;
  add(owner: Address, token: Address): void;
  has(pair: Pair): boolean;
  list(): Pair[];
  clear(): void;
}

export function createPairSet(): PairSet {
  const pairs = new Map<string, Pair>();
  return {
    get size() {
      return pairs.size;
    },
    add(owner, token) {
      const key = keyOf({ owner, token });
      if (!pairs.has(key)) pairs.set(key, { owner, token });
    },
    has: (pair) => pairs.has(keyOf(pair)),
    list: () => [...pairs.values()],
    clear: () => pairs.clear(),
  };
}

const keyOf = ({ owner, token }: Pair): string => owner + token;
