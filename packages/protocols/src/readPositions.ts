import type { Chain, Rpc } from "@portico/evm";
import type { Adapter, OwnerFacts } from "./adapter.ts";
import type { Deployed } from "./deployed.ts";
import type { Position } from "./position.ts";
import { createReader } from "./reader.ts";
import type { Memory, Reader } from "./reader.ts";

/** A block with its time, which what accrues is worked out for. */
export interface ReadBlock {
  blockNumber: bigint;
  /** Of the block: then no other fork is read. */
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

export interface PositionQuery extends OwnerFacts {
  deployed: Deployed;
}

/** What one protocol answered about one owner: positions, or why there are none to be had. */
export type PositionReading = { query: PositionQuery; positions: Position[] } | { query: PositionQuery; error: Error };

/** Makes one reader for everything that a request reads at a block of a chain. */
export const createChainReader = ({ rpc, block, memory }: ChainReading): Reader => {
  const { blockNumber, hash } = block;
  return createReader({ rpc, memory, block: hash === undefined ? { blockNumber } : { blockNumber, hash } });
};

/** What an adapter gets beside the owner. @param adapter - Left out where nothing else is read beside it. */
export const openContext = (
  reading: ChainReading,
  reader: Reader,
  contracts: unknown,
  adapter?: Pick<Adapter, "asksAnybody">,
) => ({
  chain: reading.chain,
  contracts,
  blockNumber: reading.block.blockNumber,
  timeAt: reading.block.timeAt,
  ...reader.open({ isLast: adapter?.asksAnybody }),
});

/**
 * Reads positions of one or several owners in several protocols, all at one block; each starts at once, and what they read at
 * the same time goes out together. A protocol that fails drops out alone, with its error. In the order of the queries, each
 * settles by itself, so that who can't wait takes what is there.
 */
export function readPositions(
  reading: ChainReading,
  queries: readonly PositionQuery[],
  reader: Reader = createChainReader(reading),
): Promise<PositionReading>[] {
  return queries.map(async (query): Promise<PositionReading> => {
    const { deployed, ...facts } = query;
    const context = { ...openContext(reading, reader, deployed.contracts, deployed.adapter), ...facts };
    try {
      const positions = (await deployed.adapter.listPositions?.(context)) ?? [];
      return { query, positions };
    } catch (error) {
      return { query, error: error instanceof Error ? error : new Error(String(error)) };
    }
  });
}
