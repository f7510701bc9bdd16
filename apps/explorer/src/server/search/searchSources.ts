import { findChain } from "@portico/evm";
import { listChainStates, type Store } from "@portico/store";
import type { DataApi } from "../dataApi.ts";

/** What a search reads. */
export interface SearchSources {
  readonly db: Store;
  readonly api: DataApi;
}

export interface ServedChain {
  readonly chain: string;
  readonly name: string;
}

/** The chains that are indexed here. */
export async function listServedChains(db: Store): Promise<ServedChain[]> {
  const states = await listChainStates(db);
  return states.filter(({ logs }) => logs !== undefined).map(({ chain }) => ({ chain, name: nameChain(chain) }));
}

export const nameChain = (slug: string): string => findChain(slug)?.name ?? slug;
