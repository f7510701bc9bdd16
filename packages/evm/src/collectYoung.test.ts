import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";
import { expect, test } from "vitest";
import { collectYoung } from "./collectYoung.ts";

type GarbageCollection = PerformanceEntry & { readonly detail: { readonly kind: number } };

test("each call collects the young generation", async () => {
  const kinds: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as GarbageCollection[]) kinds.push(entry.detail.kind);
  });
  observer.observe({ entryTypes: ["gc"] });
  for (let call = 0; call < 5; call++) collectYoung();
  const count = (kind: number) => kinds.filter((found) => found === kind).length;
  const { NODE_PERFORMANCE_GC_MINOR: minor, NODE_PERFORMANCE_GC_MAJOR: major } = constants;
  // V8 ends an incremental marking that is complete when a call comes: such a call collects both generations.
  await expect.poll(() => count(minor) + count(major)).toBeGreaterThanOrEqual(5);
  expect(count(minor)).toBeGreaterThan(0);
  observer.disconnect();
  expect(globalThis).not.toHaveProperty("gc");
});
