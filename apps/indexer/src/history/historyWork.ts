import type { Address } from "@portico/evm";
import type { BlockRef, HistoryPass } from "@portico/store";
import type { InTurn, SideWork } from "../sideWork.ts";
import type { CallSource, FoundTransaction } from "./callSource.ts";
import type { TransactionReader } from "./readTransactions.ts";

/** Dependencies of a step in which histories are collected. */
export interface HistoryWork extends Pick<SideWork, "chain" | "db" | "log" | "rpc" | "signal"> {
  reader: TransactionReader;
  /** The newest block of the index: state is read there. */
  head: BlockRef;
  inTurn: InTurn;
}

/** What a pass found for owners who are equally far. */
export interface FoundPage {
  pass: HistoryPass;
  /** Of the pass `calls`. */
  source?: CallSource["name"] | undefined;
  owners: readonly Address[];
  toBlock: bigint;
  /** Everything from here to `toBlock` is in `found`. */
  fromBlock: bigint;
  found: readonly OwnedTransaction[];
}

export interface OwnedTransaction extends FoundTransaction {
  owner: Address;
}
