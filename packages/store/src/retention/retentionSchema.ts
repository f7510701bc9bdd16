/** Columns of chain_state about the blocks that are kept: see setRetention.ts and dropBlocks.ts. */
export type KeptRange = {
  /** So many of the newest blocks are kept; null: all. */
  keep_blocks: bigint | null;
  /** Where the index began, if blocks since then were dropped; null: none was. */
  indexed_from: bigint | null;
};
