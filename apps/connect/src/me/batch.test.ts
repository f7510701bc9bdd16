import { expect, test } from "vitest";
import { batch } from "./batch.ts";

test("requests of one tick are read together, once, in batches of limited size and concurrency", async () => {
  const readings: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const load = batch<number>(
    async (keys) => {
      readings.push(keys);
      await gate.promise;
    },
    { size: 2, atOnce: 2, max: 6 },
  );
  const results = [1, 2, 1, 3, 4, 5, 6].map(load);
  await load(7); // too many are queued: it is not read
  expect(readings).toEqual([
    [1, 2],
    [3, 4],
  ]);
  void load(4);
  gate.resolve();
  await Promise.all(results);
  expect(readings).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  await load(1);
  expect(readings.at(-1)).toEqual([1]);
});

test("a failed batch resolves its callers, and the next one is tried", async () => {
  let tries = 0;
  const load = batch<string>(
    async () => {
      tries += 1;
      if (tries === 1) throw new Error("no");
    },
    { size: 1, atOnce: 1, max: 10 },
  );
  await Promise.all([load("a"), load("b")]);
  await load("a");
  expect(tries).toBe(3);
});
