/** Public exports of this folder. */
export { DROP_MARGIN, dropBlocks, MIN_KEEP_BLOCKS, type DroppedBlocks } from "./dropBlocks.ts";
export { listKeptRanges, setRetention, type KeptBlocks } from "./setRetention.ts";
