export { distribute, planDistribution, SHARD_COUNT, type PlannedPlacement } from "./distribute.ts";
export { DistributionError } from "./distributionError.ts";
export { readNodes, type DistributedNode } from "./readNodes.ts";
