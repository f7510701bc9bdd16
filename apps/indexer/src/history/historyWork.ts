import type { Address } from "@portico/evm";
import type { BlockRef, HistoryPass } from "@portico/store";
import type { InTurn, SideWork } from "../sideWork.ts";
import type { CallSource, FoundTransaction } from "./callSource.ts";
import type { TransactionReader } from "./readTransactions.ts";
import type { TransactionClaims } from "./transactionClaims.ts";

/** Dependencies of a step in which histories are collected. */
export interface HistoryWork extends Pick<SideWork, "chain" | "db" | "log" | "rpc" | "signal"> {
  reader: TransactionReader;
  /** The newest block of the index: state is read there. */
  head: BlockRef;
  inTurn: InTurn;
  /** Of all steps of the chain; if omitted, steps read the same transactions. */
  claims?: TransactionClaims | undefined;
}

/** What a pass found for owners who are equally far. */
export interface FoundPage {
  pass: HistoryPass;
  /** Of the pass `calls`. */
  source?: CallSource["name"] | undefined;
  /** Of that source; default true. */
  hasInternal?: boolean | undefined;
  /** Whether stored transactions are read again. */
  isRepeated?: boolean | undefined;
  owners: readonly Address[];
  toBlock: bigint;
  /** Everything from here to `toBlock` is in `found`. */
  fromBlock: bigint;
  found: readonly OwnedTransaction[];
}

export interface OwnedTransaction extends FoundTransaction {
  owner: Address;
}
