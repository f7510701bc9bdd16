import { expect, test } from "vitest";
import { batch } from "./batch.ts";

test("requests of one tick are read together, once, in batches of limited size and concurrency", async () => {
  const readings: (readonly number[])[] = [];
  const gate = Promise.withResolvers<void>();
  const ask = batch<number>(
    async (keys) => {
      readings.push(keys);
      await gate.promise;
    },
    { size: 2, atOnce: 2, most: 6 },
  );
  const asked = [1, 2, 1, 3, 4, 5, 6].map(ask);
  await ask(7); // too many are queued: it is not read
  expect(readings).toEqual([
    [1, 2],
    [3, 4],
  ]);
  void ask(4);
  gate.resolve();
  await Promise.all(asked);
  expect(readings).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  await ask(1);
  expect(readings.at(-1)).toEqual([1]);
});

test("a failed batch resolves its callers, and the next one is tried", async () => {
  let tries = 0;
  const ask = batch<string>(
    async () => {
      tries += 1;
      if (tries === 1) throw new Error("no");
    },
    { size: 1, atOnce: 1, most: 10 },
  );
  await Promise.all([ask("a"), ask("b")]);
  await ask("a");
  expect(tries).toBe(3);
});
