/** Number of blocks in the next range: enough for about the wanted amount of work. */
export interface RangePlan {
  blocks: number;
  readonly max: number;
}

/** Items (transactions and legs) per range: enough for bulk writes, few enough to fetch one while another is written. */
const WANTED_ITEMS = 20_000;
const FIRST_BLOCKS = 16;
const MAX_GROWTH = 2;

export const createRangePlan = (max: number): RangePlan => ({ blocks: Math.min(FIRST_BLOCKS, max), max });

/**
 * Adjusts to a completed range. It makes the next one at most twice as long as itself, however many are completed before
 * that begins: its blocks may have many more items. A range that is short because it ends at the head changes nothing.
 */
export function adjustPlan(plan: RangePlan, blocks: number, items: number): void {
  const wanted = Math.floor((WANTED_ITEMS * blocks) / Math.max(1, items));
  const longest = Math.max(plan.blocks, blocks * MAX_GROWTH);
  plan.blocks = Math.max(1, Math.min(wanted, longest, plan.max));
}
