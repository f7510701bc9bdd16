import { createLogSpan, growSpan, shrinkSpan } from "@portico/evm";
import type { Rpc } from "@portico/evm";

export interface LogSearchOptions {
  /** Of one request. */
  maxBlocks?: number;
  /** A node that takes fewer blocks is not searched. */
  minBlocks?: number;
  /** Owners of one request. */
  maxTopics?: number;
}

const MAX_BLOCKS = 100_000;
const MIN_BLOCKS = 1_000;
/** As geth accepts alternatives at a position. */
const MAX_TOPICS = 1_000;
/** Ranges requested at once. */
const MAX_PARALLEL = 10;
/** Logs of a range after which ranges shrink, although the node accepts them. */
const MANY_LOGS = 10_000;

/** The sizes of requests for logs: within the node's limits, smaller after a refusal, larger after a success. */
export function createLogRanges(rpc: Rpc, options: LogSearchOptions) {
  const { maxBlocks = MAX_BLOCKS, minBlocks = MIN_BLOCKS } = options;
  const span = createLogSpan(maxBlocks);
  let maxTopics = options.maxTopics ?? MAX_TOPICS;
  /** Grows with accepted ranges, so that an unknown limit is not exceeded by several requests at once. */
  let parallel = 1;
  return {
    getParallel: () => parallel,
    async findObstacle(): Promise<string | undefined> {
      const { needsLogAddress, openLogBlocks } = await rpc.readLimits();
      if (needsLogAddress) return "the node requires the addresses of contracts";
      return openLogBlocks !== undefined && openLogBlocks < minBlocks
        ? `the node takes at most ${openLogBlocks} blocks per request, at least ${minBlocks} are needed`
        : undefined;
    },
    /** Blocks, and owners, of one request. */
    async getSizes(owners: number): Promise<{ blocks: number; topics: number }> {
      const { openLogBlocks = maxBlocks, logTopics = maxTopics } = await rpc.readLimits();
      const topics = Math.max(1, Math.min(maxTopics, logTopics, owners));
      return { blocks: Math.min(span.blocks, openLogBlocks), topics };
    },
    /** @param logs - Of the range. */
    accept(blocks: number, logs: number): void {
      parallel = Math.min(MAX_PARALLEL, parallel * 2);
      if (logs > MANY_LOGS) span.blocks = Math.min(span.blocks, shrinkSpan(blocks));
      else if (blocks >= span.blocks) span.blocks = growSpan(span);
    },
    /** By two steps: the refusal may have been a timeout. */
    refuseBlocks(blocks: number): void {
      parallel = 1;
      span.blocks = Math.min(span.blocks, shrinkSpan(shrinkSpan(blocks)));
    },
    refuseTopics(topics: number): void {
      parallel = 1;
      maxTopics = shrinkSpan(shrinkSpan(topics));
    },
  };
}
