export interface Weighted {
  readonly value: bigint;
  /** Greater than 0. */
  readonly weight: number;
}

/** The lowest value whose cumulative weight reaches this fraction; undefined for an empty list. */
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
