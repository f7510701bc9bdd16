import { expect, test } from "vitest";
import { latencyBucket, latencyQuantile, LATENCY_BUCKETS } from "./latency.ts";

const countsOf = (...durations: number[]) => {
  const counts = Array.from({ length: LATENCY_BUCKETS }, () => 0);
  for (const ms of durations) counts[latencyBucket(ms)]!++;
  return counts;
};

test("a quantile is within the bucket of the request at its rank, and beyond the last bound it is that bound", () => {
  expect(latencyQuantile(countsOf(), 0.5)).toBeUndefined();
  const counts = countsOf(...Array.from({ length: 98 }, () => 4), 60, 200_000);
  expect(latencyQuantile(counts, 0.5)).toBeCloseTo(2.5 + (2.5 * 50) / 98);
  expect(latencyQuantile(counts, 0.99)).toBe(100);
  expect(latencyQuantile(counts, 1)).toBe(30_000);
  expect([latencyBucket(0), latencyBucket(1), latencyBucket(1.01), latencyBucket(30_000)]).toEqual([0, 0, 1, 13]);
});
