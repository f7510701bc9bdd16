import type { Chain } from "@portico/evm";
import { listChainStates, type Store } from "@portico/store";
import { requireServed } from "./chainSurvey.ts";

/** Served chains, for responses that depend on no block. A served chain stays served. */
export interface ServedChains {
  /** @throws ServiceError invalid_chain if it is not served. */
  readonly require: (slug: string) => Promise<Chain>;
}

/** Reads a chain from the store until it is served. */
export function createServedChains(db: Store): ServedChains {
  const served = new Map<string, Chain>();
  const probe = async (slug: string): Promise<Chain> => {
    const chain = requireServed(slug, await listChainStates(db));
    served.set(slug, chain);
    return chain;
  };
  return { require: async (slug) => served.get(slug) ?? (await probe(slug)) };
}
