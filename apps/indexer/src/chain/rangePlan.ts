/** Number of blocks in the next range: enough for about the wanted amount of work, in steps of two. */
export interface RangePlan {
  blocks: number;
  readonly max: number;
}

/** Items (transactions and legs) per range: enough for bulk writes, few enough to hold several ranges. */
const WANTED_ITEMS = 10_000;
const FIRST_BLOCKS = 16;

export const createRangePlan = (max: number): RangePlan => ({ blocks: Math.min(FIRST_BLOCKS, max), max });

/** Adjusts to a completed range. */
export function adjustPlan(plan: RangePlan, blocks: number, items: number): void {
  const perBlock = items / blocks;
  if (perBlock * plan.blocks > WANTED_ITEMS * 2) plan.blocks = Math.max(1, Math.floor(plan.blocks / 2));
  if (perBlock * plan.blocks < WANTED_ITEMS / 2) plan.blocks = Math.min(plan.max, plan.blocks * 2);
}
