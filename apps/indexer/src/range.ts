import { getLogsAdaptive, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain, Hash, LogSpan, Rpc } from "@portico/evm";
import type { Leg } from "@portico/store";
import type { RpcLog } from "viem";
import type { ChainBlock } from "./chainBlock.ts";
import { listBlocks } from "./chainBlock.ts";
import { decodeLog, TOUCHING_TOPICS } from "./decodeLogs.ts";
import type { LogChanges } from "./decodeLogs.ts";
import type { PairSet } from "./pairSet.ts";
import { createPairSet } from "./pairSet.ts";
import { ReorgError } from "./reorgError.ts";
import { listTracedOwners } from "./traces.ts";

/** Blocks that follow each other, and what they change. */
export interface Range {
  /** Of the first block. */
  parentHash: Hash;
  blocks: readonly Pick<ChainBlock, "blockNumber" | "hash" | "timeAt">[];
  legs: readonly Leg[];
  pairs: PairSet;
  rebased: ReadonlySet<Address>;
  transactionCount: number;
}

export interface RangeSource {
  chain: Chain;
  rpc: Rpc;
  span: LogSpan;
  /** Whether trace_block may be asked. */
  hasTraces: boolean;
}

/**
 * Fetches blocks (inclusive), their logs and internal transfers, and decodes them.
 * @throws ReorgError when the answers do not belong to one chain of blocks: ask again.
 */
export async function fetchRange(source: RangeSource, fromBlock: bigint, toBlock: bigint): Promise<Range> {
  const { chain, rpc, span } = source;
  const [blocks, logs, tracedOwners] = await Promise.all([
    listBlocks(rpc, fromBlock, toBlock, { withTransactions: !source.hasTraces }),
    getLogsAdaptive(rpc, { topics: [[...TOUCHING_TOPICS]], fromBlock, toBlock }, span),
    source.hasTraces ? listTracedOwners(rpc, fromBlock, toBlock) : [],
  ]);
  checkLinks(blocks);
  const changes = decodeLogs(chain, blocks, logs);
  const nativeOwners = new Set([...blocks.flatMap((block) => block.nativeOwners), ...tracedOwners]);
  for (const owner of nativeOwners) changes.pairs.add(owner, NATIVE_TOKEN);
  return {
    ...changes,
    parentHash: blocks[0]!.parentHash,
    blocks: blocks.map(({ blockNumber, hash, timeAt }) => ({ blockNumber, hash, timeAt })),
    transactionCount: blocks.reduce((sum, { transactionCount }) => sum + transactionCount, 0),
  };
}

function checkLinks(blocks: readonly ChainBlock[]): void {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    if (before !== undefined && block.parentHash !== before.hash) throw new ReorgError(block.blockNumber);
  }
}

function decodeLogs(chain: Chain, blocks: readonly ChainBlock[], logs: readonly RpcLog[]): LogChanges {
  const changes: LogChanges = { legs: [], pairs: createPairSet(), rebased: new Set() };
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  for (const log of logs) {
    const block = log.blockHash === null ? undefined : byHash.get(log.blockHash);
    if (block === undefined) throw new ReorgError(BigInt(log.blockNumber ?? 0));
    decodeLog(chain, log, block.timeAt, changes);
  }
  return changes;
}
