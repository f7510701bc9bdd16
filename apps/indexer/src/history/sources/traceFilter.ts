import { createLogSpan, growSpan, isRangeRefused, max, shrinkSpan } from "@portico/evm";
import type { Address, LogSpan, Rpc } from "@portico/evm";
import type { CallSource, FoundTransaction } from "../callSource.ts";
import { RangeLimitError } from "./rangeLimitError.ts";
import { sortFound } from "./readFound.ts";
import { DenseRangeError, MAX_PAGES, readTracedRange, TRACE_FILTER } from "./readTracedRange.ts";

export interface TraceFilterOptions {
  /** Of the first range. */
  firstBlocks?: number;
  /** A node that takes fewer blocks is not searched. */
  minBlocks?: number;
  /** Traces of one request. */
  count?: number;
}

/** Reth takes 100 blocks by default, Besu 1,000: a chain has millions. */
export const MIN_TRACED_BLOCKS = 1_001;
const FIRST_BLOCKS = 10_000;
const MAX_COUNT = 1_000;
const MAX_REQUESTS = 30;
/** Transactions after which a page ends. */
const ENOUGH = 1_000;
/** Owners whose ranges are remembered. */
const MAX_DENSE_OWNERS = 1_000;

/**
 * Transactions whose traces name an owner. Ranges grow as long as the node accepts them.
 * @throws (findPage) RangeLimitError if it takes too few blocks.
 */
export function createTraceFilterSource(rpc: Rpc, options: TraceFilterOptions = {}): CallSource {
  const { firstBlocks = FIRST_BLOCKS, minBlocks = MIN_TRACED_BLOCKS, count = MAX_COUNT } = options;
  const ranges = createTraceRanges(firstBlocks);
  /** @returns blocks that the node accepts. */
  const readAccepted = async (left: number): Promise<number> => {
    const { traceBlocks = Number.POSITIVE_INFINITY } = await rpc.readLimits();
    const blocks = Math.min(ranges.get(), traceBlocks);
    if (blocks >= minBlocks || blocks >= left) return blocks;
    ranges.reset(); // it may have been slow for a while only
    const message = `the node takes at most ${blocks} blocks per request, at least ${minBlocks} are needed`;
    throw new RangeLimitError(TRACE_FILTER, message);
  };
  return {
    name: "trace_filter",
    hasInternal: true,
    async findPage(owner, toBlock, signal) {
      const found: FoundTransaction[] = [];
      let fromBlock = toBlock + 1n;
      for (let requests = 0; fromBlock > 1n;) {
        signal.throwIfAborted();
        if (fromBlock <= toBlock && (requests >= MAX_REQUESTS || found.length >= ENOUGH)) break;
        const left = Number(fromBlock) - 1;
        const accepted = await readAccepted(left);
        const blocks = Math.min(accepted, ranges.getOf(owner), left);
        const range = { fromBlock: max(1n, fromBlock - BigInt(blocks)), toBlock: fromBlock - 1n };
        try {
          const traced = await readTracedRange(rpc, owner, range, count);
          found.push(...traced.transactions);
          fromBlock = range.fromBlock;
          requests += traced.requests;
          ranges.accept(owner, blocks, traced.requests);
        } catch (error) {
          requests += error instanceof DenseRangeError ? 2 * MAX_PAGES : 2;
          if (blocks > 1 && error instanceof DenseRangeError) ranges.setDense(owner, error.blocks);
          else if (blocks > 1 && isRangeRefused(error)) {
            if (blocks < accepted) ranges.setDense(owner, blocks);
            else ranges.refuse(blocks, (await rpc.readLimits()).traceBlocks);
          } else if (fromBlock > toBlock) throw error;
          else break; // the next page begins with it
        }
      }
      return { fromBlock: fromBlock <= 1n ? 0n : fromBlock, transactions: sortFound(found) };
    },
  };
}

/** Range sizes in blocks: those that the node accepts, and smaller ones of owners with many traces. */
function createTraceRanges(firstBlocks: number) {
  const span: LogSpan = createLogSpan(Number.MAX_SAFE_INTEGER);
  span.blocks = firstBlocks;
  let isRefused = false;
  const dense = new Map<Address, number>();
  return {
    get: () => span.blocks,
    getOf: (owner: Address) => dense.get(owner) ?? span.blocks,
    accept(owner: Address, blocks: number, requests: number): void {
      if (blocks >= span.blocks) span.blocks = isRefused ? growSpan(span) : blocks * 2;
      const own = dense.get(owner);
      if (own === undefined || requests > MAX_PAGES) return;
      if (own * 2 < span.blocks) dense.set(owner, own * 2);
      else dense.delete(owner);
    },
    reset(): void {
      span.blocks = firstBlocks;
    },
    /**
     * By two steps if the limit is not known: the refusal may have been a timeout.
     * @param limit - That the node named, or one block less than it refused.
     */
    refuse(blocks: number, limit = blocks): void {
      isRefused = true;
      span.blocks = Math.min(span.blocks, limit < blocks - 1 ? limit : shrinkSpan(shrinkSpan(blocks)));
    },
    /** @param blocks - With as many traces as are read at once. */
    setDense(owner: Address, blocks: number): void {
      if (dense.size >= MAX_DENSE_OWNERS) dense.clear();
      dense.set(owner, shrinkSpan(blocks));
    },
  };
}
