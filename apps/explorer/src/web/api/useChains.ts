import type { Chain } from "@portico/client";
import { useAnswer } from "./explorerApi.ts";

/** All chains of the contract, by id. Empty until they are loaded. */
export function useChains(): ReadonlyMap<string, Chain> {
  const { data } = useAnswer("/v1/chain/list", {});
  return data === undefined ? NONE : chainsOf(data.data);
}

const NONE: ReadonlyMap<string, Chain> = new Map();
const made = new WeakMap<readonly Chain[], ReadonlyMap<string, Chain>>();

function chainsOf(list: readonly Chain[]): ReadonlyMap<string, Chain> {
  const known = made.get(list) ?? new Map(list.map((chain) => [chain.id, chain]));
  made.set(list, known);
  return known;
}

/** The served chains, by name. Not by the rules of a language: loading those takes a phone 15 ms or more. */
export const servedChains = (chains: Iterable<Chain>): Chain[] =>
  [...chains].filter(({ is_served: isServed }) => isServed).toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));

const rankOf = ({ name }: Chain): string => name.toLowerCase();

/** A chain's name; its id until that is loaded. */
export const useChainName = (chain: string): string => useChains().get(chain)?.name ?? chain;
