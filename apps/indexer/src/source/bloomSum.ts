import { addToBloom, createBloom, equalBlooms, mergeBloom, readBloom } from "@portico/evm";
import type { Bloom } from "@portico/evm";
import type { BlockReceipts } from "./blockReceipts.ts";
import type { LogBatch } from "./logBatch.ts";

/** Combines receipts' blooms, each after its logs were added, and detects invalid ones. */
export interface BloomSum {
  /** @param firstLog - Of the last added receipt; its logs are from there to the end. */
  add(logsBloom: unknown, firstLog: number): void;
  /** After the last receipt. */
  finish(): void;
}

const EMPTY_BLOOM = `0x${"0".repeat(512)}`;

export function createBloomSum(block: BlockReceipts): BloomSum {
  const { batch } = block.logs;
  let last: { firstLog: number; logsBloom: unknown } | undefined;
  return {
    add(logsBloom, firstLog) {
      const { transactionHash, gasUsed } = block.receipts.at(-1)!;
      const hasLogs = batch.count > firstLog;
      if (hasLogs) last = { firstLog, logsBloom };
      else if (logsBloom === EMPTY_BLOOM) return;
      const bloom = readBloom(logsBloom);
      if (bloom === undefined) block.bloomFlaw ??= `the receipt of ${transactionHash} has no bloom`;
      else if (!hasLogs) block.bloomFlaw ??= `the logs of ${transactionHash} are missing`;
      else addBloom(block, bloom, gasUsed === "0x0");
    },
    finish() {
      if (last === undefined || block.flaw !== undefined) return;
      const { firstLog, logsBloom } = last;
      // Truncated logs after the last one would be detected nowhere else.
      if (!fitsBloom(batch, firstLog, logsBloom)) block.bloomFlaw ??= "the last logs don't match their bloom";
    },
  };
}

function addBloom(block: BlockReceipts, bloom: Bloom, isFree: boolean): void {
  if (isFree) block.paidBloom ??= Buffer.from(block.bloom);
  else if (block.paidBloom !== undefined) mergeBloom(block.paidBloom, bloom);
  mergeBloom(block.bloom, bloom);
}

/** Whether the last logs of a batch, from one on, match a bloom. */
export function fitsBloom(batch: LogBatch, firstLog: number, logsBloom: unknown): boolean {
  const bloom = createBloom();
  for (let log = firstLog; log < batch.count; log++) {
    const { address, topics } = batch.toRpcLog(log);
    addToBloom(bloom, address);
    for (const topic of topics) addToBloom(bloom, topic);
  }
  const own = readBloom(logsBloom);
  return own !== undefined && equalBlooms(bloom, own);
}
