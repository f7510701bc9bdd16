import type { LogBatch } from "./logBatch.ts";

/** Some logs of a batch: those of one block, or fewer. */
export interface BlockLogs {
  batch: LogBatch;
  /** Their numbers in the batch. */
  picks: readonly number[];
  /** Whether the batch is all logs of the block, and nothing else. */
  isComplete?: boolean;
}

/** All of them. */
export const toBlockLogs = (batch: LogBatch): BlockLogs => ({
  batch,
  picks: Array.from({ length: batch.count }, (_, log) => log),
});
