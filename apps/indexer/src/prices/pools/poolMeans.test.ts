import { expect, test } from "vitest";
import { toPoolMeans } from "./poolMeans.ts";
import type { PairState, PoolStates } from "./poolStates.ts";

const address = "0x1000000000000000000000000000000000000000";
const Q112 = 1n << 112n;
const MAX = 1n << 256n;
const hash = `0x${"0".repeat(64)}` as const;
const block = (blockNumber: bigint, timeAt: number) => ({ blockNumber, hash, timeAt });

/** A pair's states at the ends of a window of half an hour, in whose middle a swap moves the price. */
function swapMidway([raw0, raw1]: readonly [bigint, bigint], [end0, end1]: readonly [bigint, bigint]) {
  const sums = { sum0: MAX - 1n, sum1: MAX - 5n, supply: 1n }; // which wrap within the window
  const start: PairState = { ...sums, raw0, raw1, summedAt: 1_000 };
  const step = (of: bigint, per: bigint): bigint => ((of * Q112) / per) * 900n;
  const end: PairState = {
    ...sums,
    raw0: end0,
    raw1: end1,
    summedAt: 1_900,
    sum0: (sums.sum0 + step(raw1, raw0)) % MAX,
    sum1: (sums.sum1 + step(raw0, raw1)) % MAX,
  };
  const states = (pair: PairState): PoolStates => ({
    pairs: new Map([[address, pair]]),
    pools: new Map(),
    held: new Map(),
  });
  const window = { from: 1_000, until: 2_800, first: block(10n, 1_000), last: block(20n, 2_800) };
  const [mean] = toPoolMeans(window, states(start), states(end)).observations;
  return Number(mean!.raw1) / Number(mean!.raw0);
}

test("a pair's mean is the geometric one, whichever token is the first", () => {
  const [dear, cheap] = [1_000_000_000_000n, 4_000_000n];
  expect(swapMidway([dear, cheap], [dear, cheap * 4n])).toBeCloseTo(8e-6, 11);
  expect(1 / swapMidway([cheap, dear], [cheap * 4n, dear])).toBeCloseTo(8e-6, 11);
});
