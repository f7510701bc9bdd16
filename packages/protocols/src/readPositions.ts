import type { Chain, Rpc } from "@portico/evm";
import type { Adapter, OwnerState } from "./adapter.ts";
import type { Deployed } from "./deployed.ts";
import type { Position } from "./position.ts";
import { createReader } from "./reader.ts";
import type { Memory, Reader } from "./reader.ts";

/** A block with its timestamp, for which time-dependent amounts are computed. */
export interface ReadBlock {
  blockNumber: bigint;
  /** Of the block: pins the fork. */
  hash?: `0x${string}`;
  /** Unix seconds. */
  timeAt: number;
}

export interface ChainReading {
  rpc: Rpc;
  chain: Chain;
  block: ReadBlock;
  memory: Memory;
}

export interface PositionQuery extends OwnerState {
  deployed: Deployed;
}

/** One protocol's result for one owner: positions, or an error. */
export type PositionReading = { query: PositionQuery; positions: Position[] } | { query: PositionQuery; error: Error };

/** Creates one reader for everything that a request reads at a block of a chain. */
export const createChainReader = ({ rpc, block, memory }: ChainReading): Reader => {
  const { blockNumber, hash } = block;
  return createReader({ rpc, memory, block: hash === undefined ? { blockNumber } : { blockNumber, hash } });
};

/** An adapter's context besides the owner. @param adapter - Undefined if no other adapter reads at the same time. */
export const openContext = (
  reading: ChainReading,
  reader: Reader,
  contracts: unknown,
  adapter?: Pick<Adapter, "readsUntrusted">,
) => ({
  chain: reading.chain,
  contracts,
  blockNumber: reading.block.blockNumber,
  timeAt: reading.block.timeAt,
  ...reader.open({ isLast: adapter?.readsUntrusted }),
});

/**
 * Reads positions of owners in protocols, all at one block; all start at once, and concurrent reads are batched.
 * A protocol that fails is omitted, with its error. In the order of the queries, each
 * settles separately, so that a caller with a deadline takes what is there.
 */
export function readPositions(
  reading: ChainReading,
  queries: readonly PositionQuery[],
  reader: Reader = createChainReader(reading),
): Promise<PositionReading>[] {
  return queries.map(async (query): Promise<PositionReading> => {
    const { deployed, ...state } = query;
    const context = { ...openContext(reading, reader, deployed.contracts, deployed.adapter), ...state };
    try {
      const positions = (await deployed.adapter.listPositions?.(context)) ?? [];
      return { query, positions };
    } catch (error) {
      return { query, error: error instanceof Error ? error : new Error(String(error)) };
    }
  });
}
