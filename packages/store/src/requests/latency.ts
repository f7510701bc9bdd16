/**
 * Upper bounds of the histogram's buckets, in milliseconds, as in the metrics of the services; the last bucket has no
 * bound.
 */
export const LATENCY_BOUNDS_MS = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000] as const;

export const LATENCY_BUCKETS = LATENCY_BOUNDS_MS.length + 1;

/** Index of the bucket of a duration. */
export function latencyBucket(durationMs: number): number {
  const index = LATENCY_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return index === -1 ? LATENCY_BOUNDS_MS.length : index;
}

/**
 * The duration within which a share of requests was answered: exact to the bucket, linear inside of it. Beyond the last
 * bound it is that bound.
 * @param counts - By bucket.
 * @param share - 0.95 for p95.
 * @returns undefined without requests.
 */
export function latencyQuantile(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const rank = share * total;
  let before = 0;
  for (const [index, count] of counts.entries()) {
    const upper = LATENCY_BOUNDS_MS[index];
    if (upper === undefined) break;
    const lower = LATENCY_BOUNDS_MS[index - 1] ?? 0;
    if (count > 0 && before + count >= rank) return lower + ((upper - lower) * (rank - before)) / count;
    before += count;
  }
  return LATENCY_BOUNDS_MS.at(-1);
}
