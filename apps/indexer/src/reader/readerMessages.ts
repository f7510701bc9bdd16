import type { RpcEvent } from "@portico/evm";
import type { PackedRange } from "./packedRange.ts";
import type { ReaderThreadOptions } from "./readerThread.ts";

/** What the thread is started with. */
export type ReaderData = Omit<ReaderThreadOptions, "onCall">;

export interface ReaderQuestion {
  id: number;
  fromBlock: bigint;
  /** Inclusive. */
  toBlock: bigint;
}

export interface ReaderFailure {
  name: string;
  /** Without secrets. */
  message: string;
  /** Of a ReorgError. */
  reorgedBlock?: bigint | undefined;
}

/** What the thread tells: that it can read, a call that it made, or an answer. */
export type ReaderMessage =
  | { isReady: true }
  | { call: RpcEvent }
  | { id: number; range: PackedRange }
  | { id: number; failure: ReaderFailure };
