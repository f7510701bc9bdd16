import type { Chain, HistoryUrls, Rpc } from "@portico/evm";
import type { Store } from "@portico/store";
import type { Logger } from "pino";
import type { TokenLists } from "./tokenLists/loadTokenLists.ts";

/**
 * Runs these one after another: reads of stale state together with their write, and writes that mark state stale. A mark
 * that is set between a read and its write would be lost.
 */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Where nothing else reads or marks state. */
export const atOnce: InTurn = (work) => work();

/** Input of a side job, which runs on a chain in addition to the indexing of its blocks. */
export interface SideWork {
  db: Store;
  chain: Chain;
  rpc: Rpc;
  log: Logger;
  inTurn?: InTurn;
  /** Where past transactions of owners are found, apart from the RPC. */
  history?: HistoryUrls | undefined;
  /** Aborts when another process takes the chain, or everything ends. */
  signal: AbortSignal;
  /** If omitted, the previously stored lists stay, and all verified tokens are trusted in prices. */
  lists?: Promise<TokenLists> | undefined;
}

/** Runs until it is done or the signal aborts. */
export type SideJob = (work: SideWork) => Promise<void>;
