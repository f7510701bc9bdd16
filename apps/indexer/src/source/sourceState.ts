import type { Hex, LogSpan, ResultReader, Rpc } from "@portico/evm";
import type { Coverage } from "./coverage.ts";
import type { PartStore } from "./partStore.ts";
import type { TopicSet } from "./topicSet.ts";

/** What is to be read; "auto", the default: where the node can. Both false: events only, and nothing of transactions. */
export interface SourceReads {
  receipts?: boolean | "auto" | undefined;
  traces?: boolean | "auto" | undefined;
}

/** What the parts of one source share. */
export interface SourceState {
  rpc: Rpc;
  topics: readonly Hex[];
  topicSet: TopicSet;
  span: LogSpan;
  coverage: Coverage;
  /** What arrived of the blocks that are being read. */
  parts: PartStore;
  readReceipts: ResultReader;
  /** Whether blocks are read with their transactions. */
  isWhole: boolean;
  /** How many blocks showed what some chains' nodes always answer. */
  odd: { gas: number; noBloom: number; traceCount: number };
}
