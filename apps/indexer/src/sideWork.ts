import type { Chain, Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { Logger } from "pino";
import type { TokenLists } from "./tokenLists/loadTokenLists.ts";

/** Input of a side job, which runs on a chain in addition to the indexing of its blocks. */
export interface SideWork {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  log: Logger;
  /** Aborts when another process takes the chain, or everything ends. */
  signal: AbortSignal;
  /** If omitted, the previously stored lists stay, and all verified tokens are trusted in prices. */
  lists?: Promise<TokenLists> | undefined;
}

/** Runs until it is done or the signal aborts. */
export type SideJob = (work: SideWork) => Promise<void>;
