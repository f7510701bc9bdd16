import { getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import { toTestBlock } from "../testing/testLogs.ts";
import { decodeLogs, WATCHED_TOPICS } from "./decodeLogs.ts";

const POOL: Address = `0x${"AB".repeat(20)}`;
const pool: Address = `0x${"ab".repeat(20)}`;
const WHO: Hex = `0x${"0".repeat(24)}${"cd".repeat(20)}`;

const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, "0");
const words = (...values: bigint[]): Hex => `0x${values.map(word).join("")}`;
const nothing = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };
const observed = { address: pool, blockNumber: 16n, timeAt: 1_700_000_000 };

type Log = { topics: [Hex, ...Hex[]]; data: Hex };

function decode(...logs: Log[]) {
  const block = toTestBlock(
    logs.map((log) => ({ address: POOL, ...log })),
    { blockNumber: 16n, timeAt: 1_700_000_000 },
  );
  const changes = createChanges();
  decodeLogs(getChain("eth"), block, changes);
  expect(changes.legs).toEqual([]);
  return [...changes.observations.values()];
}

const sync = (...values: bigint[]): Log => ({ topics: [topics.v2Sync], data: words(...values) });
const swap = (topic: Hex, ...values: bigint[]): Log => ({ topics: [topic, WHO, WHO], data: words(...values) });

test("a V2 pair's reserves are the last ones it logged in the block", () => {
  expect(decode(sync(1n, 2n), sync(3n, 2n ** 112n - 1n))).toEqual([
    { ...observed, ...nothing, raw0: 3n, raw1: 2n ** 112n - 1n },
  ]);
});

test("a V3 pool's price is the one after the swap, PancakeSwap's too", () => {
  const sqrtPrice = 2n ** 96n * 3n;
  const expected = [{ ...observed, ...nothing, sqrtPrice, liquidity: 7n }];
  expect(decode(swap(topics.v3Swap, -5n, 6n, sqrtPrice, 7n, -1n))).toEqual(expected);
  expect(decode(swap(topics.pancakeV3Swap, -5n, 6n, sqrtPrice, 7n, -1n, 8n, 9n))).toEqual(expected);
});

test("a V3 pool starts with a price and no liquidity", () => {
  const log: Log = { topics: [topics.v3Initialize], data: words(2n ** 96n, 0n) };
  expect(decode(log)).toEqual([{ ...observed, ...nothing, sqrtPrice: 2n ** 96n, liquidity: 0n }]);
});

test("a feed's answer may be zero or less: that is checked later", () => {
  const log = (answer: bigint): Log => ({
    topics: [topics.answerUpdated, words(answer), words(1n)],
    data: words(1_700_000_000n),
  });
  expect(decode(log(-5n))).toEqual([{ ...observed, ...nothing, raw0: -5n, raw1: 1_700_000_000n }]);
  expect(decode(log(0n), log(300_000_000_000n))).toEqual([
    { ...observed, ...nothing, raw0: 300_000_000_000n, raw1: 1_700_000_000n },
  ]);
});

test("values that no pool can have are skipped", () => {
  expect(decode(sync(2n ** 112n, 1n), sync(1n), sync(1n, 2n, 3n))).toEqual([]);
  expect(decode(swap(topics.v3Swap, 0n, 0n, 0n, 1n, 0n), swap(topics.v3Swap, 0n, 0n, 2n ** 160n, 1n, 0n))).toEqual([]);
  expect(decode(swap(topics.v3Swap, 0n, 0n, 1n, 2n ** 128n, 0n), swap(topics.v3Swap, 0n, 0n, 1n))).toEqual([]);
  expect(decode({ topics: [topics.v3Initialize], data: words(0n, 0n) })).toEqual([]);
  expect(decode({ topics: [topics.v2Sync, WHO], data: words(1n, 1n) })).toEqual([]);
  expect(decode({ topics: [topics.answerUpdated, WHO], data: words(1n) })).toEqual([]);
});

test("any log under these topics is an observation that the store accepts, or none", () => {
  const mine = [topics.v2Sync, topics.v3Initialize, topics.v3Swap, topics.pancakeV3Swap, topics.answerUpdated];
  for (const topic of mine) expect(WATCHED_TOPICS).toContain(topic);
  const log = fc.record({
    topics: fc.tuple(
      fc.constantFrom(...mine),
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 3 }),
    ),
    data: fc.array(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(log, ({ topics: [first, rest], data }) => {
      const found = decode({ topics: [first, ...rest.map((value) => words(value))], data: words(...data) });
      for (const { raw0, raw1, sqrtPrice, liquidity } of found) {
        for (const value of [raw0, raw1, sqrtPrice, liquidity]) {
          expect(value === null || (value < 10n ** 78n && value > -(10n ** 78n))).toBe(true);
        }
        expect(sqrtPrice === null).toBe(raw0 !== null && raw1 !== null);
      }
    }),
  );
});
