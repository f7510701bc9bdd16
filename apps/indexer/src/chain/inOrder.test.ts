import * as fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder } from "./inOrder.ts";

test("results are in job order, and no more jobs run than allowed", async () => {
  const property = fc.asyncProperty(
    fc.array(fc.nat(5), { maxLength: 20 }),
    fc.integer({ min: 1, max: 5 }),
    async (delays, ahead) => {
      let running = 0;
      let max = 0;
      const jobs = delays.map((delay, index) => async () => {
        max = Math.max(max, ++running);
        for (let turn = 0; turn < delay; turn++) await Promise.resolve();
        running -= 1;
        return index;
      });
      const results: number[] = [];
      for await (const result of inOrder(jobs.values(), ahead)) results.push(result);
      expect(results).toEqual(delays.map((_, index) => index));
      expect(max).toBeLessThanOrEqual(ahead);
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

test("a failure is thrown after the results before it", async () => {
  const jobs = [async () => 1, async () => Promise.reject(new Error("second")), async () => 3];
  const seen: number[] = [];
  const run = async () => {
    for await (const result of inOrder(jobs.values(), 3)) seen.push(result);
  };
  await expect(run()).rejects.toThrow("second");
  expect(seen).toEqual([1]);
});
