import type { Address } from "@portico/evm";

/** A list's statement about a token; null if the list has none. */
export interface ListEntry {
  chainId: number;
  /** Lower case. */
  address: Address;
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** An https URL. */
  logoUrl: string | null;
}

/** A token of the table. `lists`: indices of the lists that have it. */
export interface TableToken {
  address: Address;
  name?: string;
  symbol?: string;
  decimals?: number;
  logoUrl?: string;
  lists: number[];
}

/**
 * Merges lists, in order of precedence, into one token per chain and address:
 * - name, symbol and logo are those of the first list that has them;
 * - decimals are those that all lists state; if two lists disagree, none: a wrong number shows a wrong amount, so the
 *   contract alone states them.
 * @returns tokens by chain id, ordered by address.
 */
export function mergeLists(lists: readonly (readonly ListEntry[])[]): Map<number, TableToken[]> {
  const chains = new Map<number, Map<Address, TokenClaims>>();
  for (const [list, entries] of lists.entries()) {
    for (const entry of entries) {
      const tokens = chains.get(entry.chainId) ?? new Map<Address, TokenClaims>();
      chains.set(entry.chainId, tokens);
      const claims = tokens.get(entry.address) ?? { lists: new Set(), entries: [] };
      tokens.set(entry.address, claims);
      claims.lists.add(list);
      claims.entries.push(entry);
    }
  }
  return new Map(
    [...chains].map(([chainId, tokens]) => [
      chainId,
      [...tokens].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([address, claims]) => settle(address, claims)),
    ]),
  );
}

interface TokenClaims {
  lists: Set<number>;
  entries: ListEntry[];
}

function settle(address: Address, { lists, entries }: TokenClaims): TableToken {
  const first = <Field extends "logoUrl" | "name" | "symbol">(field: Field) => {
    const value = entries.find((entry) => entry[field] !== null)?.[field];
    return typeof value === "string" ? { [field]: value } : {};
  };
  const stated = new Set(entries.flatMap(({ decimals }) => decimals ?? []));
  const decimals = stated.size === 1 ? { decimals: [...stated][0]! } : {};
  return { address, ...first("name"), ...first("symbol"), ...decimals, ...first("logoUrl"), lists: [...lists] };
}
