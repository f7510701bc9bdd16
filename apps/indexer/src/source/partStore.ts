import type { LogReply } from "@portico/evm";
import type { LogBatch } from "./logBatch.ts";

/**
 * Received and pending data of blocks that are not stored yet: when a part of a range fails, the others are not
 * requested again.
 */
export interface PartStore {
  /** @param part - Of the block; its data must not change, except by a reorg. */
  read<T>(blockNumber: bigint, part: string, request: () => Promise<T>): Promise<T>;
  addLogs(reply: LogReply<LogBatch>): void;
  /** The logs from a block on, as far as cached within a range. */
  findLogs(fromBlock: bigint, toBlock: bigint): LogReply<LogBatch> | undefined;
  /** The first block after `fromBlock`, up to `toBlock`, with cached logs. */
  findNextLogs(fromBlock: bigint, toBlock: bigint): bigint | undefined;
  /** Deletes the data of all blocks up to one: they are stored. */
  release(blockNumber: bigint): void;
  /** Deletes everything: the chain may be on another branch. */
  clear(): void;
}

export function createPartStore(): PartStore {
  const parts = new Map<bigint, Map<string, Promise<unknown>>>();
  const logs = new Map<bigint, LogReply<LogBatch>>();
  return {
    read<T>(blockNumber: bigint, part: string, request: () => Promise<T>): Promise<T> {
      let ofBlock = parts.get(blockNumber);
      if (ofBlock === undefined) parts.set(blockNumber, (ofBlock = new Map()));
      const known = ofBlock.get(part);
      if (known !== undefined) return known as Promise<T>;
      const value = request();
      ofBlock.set(part, value);
      value.catch(() => ofBlock.delete(part));
      return value;
    },
    addLogs: (reply) => void logs.set(reply.fromBlock, reply),
    findLogs(fromBlock, toBlock) {
      const reply = logs.get(fromBlock);
      return reply !== undefined && reply.toBlock <= toBlock ? reply : undefined;
    },
    findNextLogs(fromBlock, toBlock) {
      for (let at = fromBlock + 1n; at <= toBlock; at++) if (logs.has(at)) return at;
      return undefined;
    },
    release(blockNumber) {
      for (const number of parts.keys()) if (number <= blockNumber) parts.delete(number);
      for (const [from, { toBlock }] of logs) if (toBlock <= blockNumber) logs.delete(from);
    },
    clear() {
      parts.clear();
      logs.clear();
    },
  };
}
