export interface Weighted {
  readonly value: bigint;
  /** Above 0. */
  readonly weight: number;
}

/** The least value that, with all below it, has this share of the weight; undefined of nothing. */
export function weightedQuantile(entries: readonly Weighted[], share: number): bigint | undefined {
  const sorted = entries.toSorted((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)));
  const wanted = share * sorted.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    if (reached >= wanted) return value;
  }
  return sorted.at(-1)?.value;
}
