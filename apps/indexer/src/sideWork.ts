import type { Chain, Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { Logger } from "pino";

/** What is done on a chain beside the work on its blocks. */
export interface SideWork {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  log: Logger;
  /** Comes when the chain is another process's, or all ends. */
  signal: AbortSignal;
}

/** Runs until it is done or the signal comes. */
export type SideJob = (work: SideWork) => Promise<void>;
