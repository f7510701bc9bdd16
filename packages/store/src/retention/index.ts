/** Public exports of this folder. */
export { DROP_MARGIN, dropBlocks, MIN_KEEP_BLOCKS } from "./dropBlocks.ts";
export { addPartitions, findFirstPartition, dropUnfinishedChecks, partitionChain } from "./partitions.ts";
export { listKeptRanges, setRetention, type KeptBlocks } from "./setRetention.ts";
