import type { Chain, Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { TokenLists } from "../tokenLists/loadTokenLists.ts";
import type { KnownSources } from "./sources/knownSources.ts";

/** What prices of one chain are read with. */
export interface PriceWork {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  /** Addresses that were checked for being price sources. */
  knownSources: KnownSources;
  /** If omitted, all verified tokens are trusted. */
  lists?: Promise<TokenLists> | undefined;
}
