import type { Chain } from "@portico/evm";
import { listChainStates, type Store } from "@portico/store";
import { requireServed } from "./chainSurvey.ts";

/** Which chains are served here, for answers that rest on no block of them. A chain that is served stays so. */
export interface ServedChains {
  /** @throws ServiceError invalid_chain when it is not served here. */
  readonly require: (slug: string) => Promise<Chain>;
}

/** Asks the store for a chain until it is served. */
export function createServedChains(db: Store): ServedChains {
  const served = new Map<string, Chain>();
  const ask = async (slug: string): Promise<Chain> => {
    const chain = requireServed(slug, await listChainStates(db));
    served.set(slug, chain);
    return chain;
  };
  return { require: async (slug) => served.get(slug) ?? (await ask(slug)) };
}
