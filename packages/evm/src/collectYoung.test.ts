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
  const countMinor = () => kinds.filter((kind) => kind === constants.NODE_PERFORMANCE_GC_MINOR).length;
  await expect.poll(countMinor).toBeGreaterThanOrEqual(5);
  observer.disconnect();
  expect(globalThis).not.toHaveProperty("gc");
});
