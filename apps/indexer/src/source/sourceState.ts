import type { CoinRules, Hex, LogSpan, ResultReader, Rpc } from "@portico/evm";
import type { Coverage } from "./coverage.ts";
import type { PartStore } from "./partStore.ts";
import type { TopicSet } from "./topicSet.ts";

/** Data to read; "auto", the default: all that the node supports. Both false: events only, without transactions. */
export interface SourceReads {
  receipts?: boolean | "auto" | undefined;
  traces?: boolean | "auto" | undefined;
}

/** Shared by the parts of one source. */
export interface SourceState {
  rpc: Rpc;
  rules: CoinRules;
  topics: readonly Hex[];
  topicSet: TopicSet;
  span: LogSpan;
  coverage: Coverage;
  /** Data received of the blocks being read. */
  parts: PartStore;
  readReceipts: ResultReader;
  /** Whether blocks are read with their transactions. */
  isWhole: boolean;
  /** Number of blocks with each irregularity that is permanent on some chains. */
  irregularities: { gas: number; noBloom: number; traceCount: number };
}
