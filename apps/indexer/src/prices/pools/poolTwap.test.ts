import * as fc from "fast-check";
import { expect, test } from "vitest";
import { getLeastReserves } from "./poolDepth.ts";
import { listSpans } from "./poolSpans.ts";
import { toPoolState } from "./poolState.ts";
import type { PoolState } from "./poolState.ts";
import { getTwap } from "./poolTwap.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";

const END = 1_000_000;
const NOTHING = {
  address: "0x00",
  blockNumber: 0n,
  raw0: null,
  raw1: null,
  sqrtPrice: null,
  liquidity: null,
  supply: null,
} as const;

const pairState = (timeAt: number, raw0: bigint, raw1: bigint): PoolState =>
  toPoolState({ ...NOTHING, timeAt, raw0, raw1 })!;
const poolState = (timeAt: number, sqrtPrice: bigint, liquidity: bigint): PoolState =>
  toPoolState({ ...NOTHING, timeAt, sqrtPrice, liquidity })!;

const anyReserve = fc.bigInt(1n, 2n ** 112n - 1n);
/** One before the window, and more at any second of it or on its end. */
const anyStates = fc
  .array(fc.tuple(fc.integer({ min: END - WINDOW_SECONDS + 1, max: END }), anyReserve, anyReserve), { maxLength: 20 })
  .chain((later) =>
    fc
      .tuple(fc.integer({ min: 1, max: END - WINDOW_SECONDS }), anyReserve, anyReserve)
      .map((first) => [first, ...later.toSorted(([a], [b]) => a - b)] as const),
  );

/** Second by second: the pool's last observation until then. */
function listSeconds(states: readonly (readonly [number, bigint, bigint])[]) {
  return Array.from({ length: WINDOW_SECONDS }, (_, index) => {
    const second = END - WINDOW_SECONDS + index;
    return states.findLast(([timeAt]) => timeAt <= second)!;
  });
}

test("equals the product of every second's price, to the root of their number", () => {
  fc.assert(
    fc.property(anyStates, (states) => {
      const twap = getTwap(
        listSpans(
          states.map(([...state]) => pairState(...state)),
          END,
        )!,
      );
      const sum = listSeconds(states).reduce(
        (total, [, raw0, raw1]) => total + Math.log2(Number(raw1)) - Math.log2(Number(raw0)),
        0,
      );
      expect(Math.log2(twap)).toBeCloseTo(sum / WINDOW_SECONDS, 8);
    }),
    { numRuns: 50 },
  );
});

test("the lowest reserves are those of the poorest second, per side", () => {
  fc.assert(
    fc.property(anyStates, (states) => {
      const least = getLeastReserves(
        listSpans(
          states.map(([...state]) => pairState(...state)),
          END,
        )!,
      );
      const seconds = listSeconds(states);
      expect(least.raw0).toBe(Math.min(...seconds.map(([, raw0]) => Number(raw0))));
      expect(least.raw1).toBe(Math.min(...seconds.map(([, , raw1]) => Number(raw1))));
    }),
    { numRuns: 50 },
  );
});

test("a constant price is returned exactly", () => {
  fc.assert(
    fc.property(anyReserve, anyReserve, (raw0, raw1) => {
      const states = [pairState(5, raw0, raw1), pairState(END - 77, raw0, raw1)];
      expect(getTwap(listSpans(states, END)!)).toBe(Number(raw1) / Number(raw0));
    }),
  );
});

test("an observation in the last second has no weight, regardless of its values", () => {
  fc.assert(
    fc.property(anyStates, anyReserve, anyReserve, (states, raw0, raw1) => {
      const before = states.filter(([timeAt]) => timeAt < END).map(([...state]) => pairState(...state));
      expect(listSpans([...before, pairState(END, raw0, raw1)], END)).toEqual(listSpans(before, END));
    }),
  );
});

test("a pool that is younger than the window has none", () => {
  expect(listSpans([pairState(END - WINDOW_SECONDS + 1, 1n, 1n)], END)).toBeNull();
  expect(listSpans([], END)).toBeNull();
});

test("a pool that was empty at some time has none", () => {
  const states = [pairState(5, 10n, 20n), pairState(END - 50, 0n, 0n), pairState(END - 40, 10n, 20n)];
  expect(getTwap(listSpans(states, END)!)).toBe(0);
});

test("agrees with a V3 pool's accumulator of ticks, within a tick", () => {
  const ticks = [-887_272, -200_000, -1, 0, 1, 887_271];
  for (const [index, tick] of ticks.entries()) {
    const next = ticks[(index + 1) % ticks.length]!;
    const toSqrt = (at: number) => BigInt(Math.round(1.0001 ** (at / 2) * 2 ** 48)) << 48n;
    if (toSqrt(tick) === 0n || toSqrt(next) === 0n) continue;
    const states = [poolState(1, toSqrt(tick), 1n), poolState(END - 600, toSqrt(next), 1n)];
    const meanTick = (tick * (WINDOW_SECONDS - 600) + next * 600) / WINDOW_SECONDS;
    const twap = getTwap(listSpans(states, END)!);
    expect(Math.log(twap) / Math.log(1.0001)).toBeCloseTo(meanTick, -0.5);
  }
});

test("the whole range of square roots keeps a double's precision", () => {
  for (const sqrtPrice of [4295128739n, 2n ** 96n, 1461446703485210103287273052203988822378723970341n]) {
    const { ratio, raw0, raw1 } = poolState(0, sqrtPrice, 2n ** 128n - 1n);
    const exact = Number((sqrtPrice * sqrtPrice * 10n ** 60n) >> 192n) / 1e60;
    expect(ratio / exact).toBeCloseTo(1, 14);
    expect(raw1 / raw0 / ratio).toBeCloseTo(1, 14);
  }
});
