import * as fc from "fast-check";
import { expect, test } from "vitest";
import { adjustPlan, createRangePlan } from "./rangePlan.ts";

test("dense blocks make ranges small and empty ones make them large, within limits", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50_000), { minLength: 20, maxLength: 60 }), (perBlock) => {
      const plan = createRangePlan(2_000);
      for (const items of perBlock) {
        adjustPlan(plan, plan.blocks, items * plan.blocks);
        expect(plan.blocks).toBeGreaterThanOrEqual(1);
        expect(plan.blocks).toBeLessThanOrEqual(2_000);
      }
    }),
  );
});

test("a steady chain settles at about the wanted amount", () => {
  const plan = createRangePlan(2_000);
  for (let turn = 0; turn < 20; turn++) adjustPlan(plan, plan.blocks, plan.blocks * 300);
  expect(plan.blocks * 300).toBeGreaterThan(4_000);
  expect(plan.blocks * 300).toBeLessThan(20_001);
});

test("ranges that are completed before the next begins double its length once", () => {
  const plan = createRangePlan(2_000);
  const first = plan.blocks;
  for (let range = 0; range < 4; range++) adjustPlan(plan, first, 5 * first);
  expect(plan.blocks).toBe(2 * first);
});

test("a range after a much denser one is as short as that needs", () => {
  const plan = createRangePlan(2_000);
  adjustPlan(plan, 64, 64 * 5_000);
  expect(plan.blocks).toBeLessThanOrEqual(4);
});

test("short ranges at the head leave the next one as long as it was", () => {
  const plan = createRangePlan(2_000);
  const before = plan.blocks;
  for (let head = 0; head < 4; head++) adjustPlan(plan, 1, 3);
  expect(plan.blocks).toBe(before);
});
