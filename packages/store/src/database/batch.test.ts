import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBatches } from "./batch.ts";

/** Returns ten times the input, on command. */
function startLoading(limits: { running: number; size: number }) {
  const batches: number[][] = [];
  const releases: ((error?: Error) => void)[] = [];
  const load = createBatches<number, number>(async (queries) => {
    batches.push(queries);
    const error = await new Promise<Error | undefined>((resolve) => releases.push(resolve));
    if (error !== undefined) throw error;
    return queries.map((query) => query * 10);
  }, limits);
  return { load, batches, release: (error?: Error) => releases.shift()?.(error) };
}

test("requests of one turn are sent together at its end, as are waiting ones, and each gets its own result", async () => {
  const { load, batches, release } = startLoading({ running: 2, size: 3 });
  const first = load(1);
  expect(batches).toEqual([]);
  await turn();
  expect(batches).toEqual([[1]]);
  const others = Promise.all([2, 3].map(load));
  await turn();
  const waiting = Promise.all([4, 5, 6, 7].map(load));
  await turn();
  expect(batches).toEqual([[1], [2, 3]]);
  for (let i = 0; i < 4; i++) {
    release();
    await turn();
  }
  expect(batches).toEqual([[1], [2, 3], [4, 5, 6], [7]]);
  expect([await first, await others, await waiting]).toEqual([10, [20, 30], [40, 50, 60, 70]]);
});

test("a failed batch fails its callers only, and no caller waits forever", async () => {
  const { load, batches, release } = startLoading({ running: 1, size: 2 });
  const first = Promise.allSettled([load(1)]);
  await turn();
  const others = Promise.allSettled([2, 3, 4].map(load));
  release();
  await turn();
  release(new Error("broken"));
  await turn();
  release();
  await turn();
  expect(batches).toEqual([[1], [2, 3], [4]]);
  const answers = [...(await first), ...(await others)];
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
});
