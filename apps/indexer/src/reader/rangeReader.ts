import type { Chain } from "@portico/evm";
import type { Source } from "../source/createSource.ts";
import { packBlocks } from "./packedRange.ts";
import type { PackedRange } from "./packedRange.ts";

/** Reads what blocks change, ready to be stored. */
export interface RangeReader {
  /**
   * @param toBlock - Inclusive; not beyond the head.
   * @throws ReorgError when the answers do not belong to one chain of blocks: ask again.
   */
  read(fromBlock: bigint, toBlock: bigint): Promise<PackedRange>;
}

export const createRangeReader = (chain: Chain, source: Source): RangeReader => ({
  read: async (fromBlock, toBlock) => packBlocks(chain, await source.fetchBlocks(fromBlock, toBlock)),
});
