import type { MarketBlock } from "./marketBlock.ts";

const [BLOCKS, SAMPLES, PERCENTILE] = [20, 3, 60];
const FIRST = 1e9;

/**
 * geth's default eth_maxPriorityFeePerGas: the 60th percentile of the three lowest tips of each of the last 20 blocks,
 * without the producer's own transactions.
 */
export function suggestTip(blocks: readonly MarketBlock[]): number {
  const lowest = blocks.slice(-BLOCKS).flatMap(({ included }) =>
    included
      .filter(({ isOwn, tip }) => !isOwn && tip >= 2)
      .map(({ tip }) => tip)
      .slice(-SAMPLES),
  );
  const sorted = lowest.toSorted((a, b) => a - b);
  return sorted[Math.floor(((sorted.length - 1) * PERCENTILE) / 100)] ?? FIRST;
}
