import type { Address } from "@portico/evm";
import type { Pair } from "@portico/store";

/** Distinct (owner, token) pairs, token by token. */
export interface PairSet {
  readonly size: number;
  add(owner: Address, token: Address): void;
  has(pair: Pair): boolean;
  list(): Pair[];
  clear(): void;
}

export function createPairSet(): PairSet {
  const owners = new Map<Address, Set<Address>>(); // by token; a key of both would have to be made for every log
  return {
    get size() {
      return owners.values().reduce((sum, { size }) => sum + size, 0);
    },
    add(owner, token) {
      const known = owners.get(token);
      if (known === undefined) owners.set(token, new Set([owner]));
      else known.add(owner);
    },
    has: ({ owner, token }) => owners.get(token)?.has(owner) ?? false,
    list: () => [...owners].flatMap(([token, known]) => [...known].map((owner) => ({ owner, token }))),
    clear: () => owners.clear(),
  };
}
