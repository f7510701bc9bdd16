import { createChainReader, openContext, type ChainReading, type PositionQuery } from "../chainReader.ts";
import type { Position } from "../position.ts";
import type { Reader } from "../reader.ts";

/** One protocol's result for one owner: positions, or an error. */
type PositionReading = { query: PositionQuery; positions: Position[] } | { query: PositionQuery; error: Error };

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
