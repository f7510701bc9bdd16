export interface Weighted {
  value: number;
  weight: number;
}

/**
 * The lowest value that, with all below it, has half of the weight: less than half can't move it past its neighbour.
 * @returns NaN without any weight.
 */
export function getWeightedMedian(items: readonly Weighted[]): number {
  const sorted = items.toSorted((a, b) => a.value - b.value || a.weight - b.weight);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    if (below >= half && below > 0) return value;
  }
  return NaN;
}
