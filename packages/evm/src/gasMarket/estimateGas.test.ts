import fc from "fast-check";
import { parseGwei } from "viem";
import { expect, test } from "vitest";
import { growBaseFee, estimateBaseFeeGrowth } from "./baseFeeGrowth.ts";
import { estimateGas } from "./estimateGas.ts";
import { type GasBlock, type GasWindow, TIP_PERCENTILES } from "./gasWindow.ts";

const gwei = (amount: string): bigint => parseGwei(amount);
const quiet: GasBlock = { baseFee: gwei("10"), fullness: 0.5, tips: TIP_PERCENTILES.map((p) => gwei(`${p / 100}`)) };
const windowOf = (blocks: readonly GasBlock[], more: Partial<GasWindow> = {}): GasWindow => ({
  isLegacy: false,
  blocks,
  nextBaseFee: gwei("10"),
  suggestedTip: null,
  blockSeconds: 12,
  ...more,
});
const repeat = (block: GasBlock, count = 20): GasBlock[] => Array.from({ length: count }, () => block);
const priceOf = (window: GasWindow, level: string) => estimateGas(window).find((one) => one.level === level)!;

const fee = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 10n ** 13n), fc.constant(BigInt(Number.MAX_SAFE_INTEGER)));
const block = fc.record({
  baseFee: fee,
  fullness: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  tips: fc.oneof(
    fc.constant([]),
    fc
      .array(fee, { minLength: TIP_PERCENTILES.length, maxLength: TIP_PERCENTILES.length })
      .map((tips) => tips.toSorted((a, b) => Number(a - b))),
  ),
});
const anyWindow = fc.record({
  isLegacy: fc.boolean(),
  blocks: fc.array(block, { maxLength: 40 }),
  nextBaseFee: fee,
  suggestedTip: fc.option(fee),
  blockSeconds: fc.option(fc.double({ min: 0.05, max: 60, noNaN: true })),
});

test("for any blocks: slow ≤ normal ≤ fast, each valid for the next block, and custom as given", () => {
  fc.assert(
    fc.property(anyWindow, fee, (window, custom) => {
      const levels = estimateGas(window, custom);
      expect(levels.map(({ level }) => level)).toEqual(
        ["slow", "normal", "fast"].concat(custom > 0n ? ["custom"] : []),
      );
      const [slow, normal, fast] = levels.map(({ price }) => price) as [bigint, bigint, bigint];
      expect(slow <= normal && normal <= fast).toBe(true);
      expect(levels[3]?.price ?? custom).toBe(custom);
      for (const { level, price, baseFee, priorityPrice, estimatedSeconds } of levels) {
        expect([baseFee, priorityPrice].every((part) => (part === null) === window.isLegacy)).toBe(true);
        expect(priorityPrice ?? 0n).toBeGreaterThanOrEqual(0n);
        const least = level === "custom" ? custom : window.nextBaseFee + (priorityPrice ?? 0n);
        expect(price).toBeGreaterThanOrEqual(least);
        expect(estimatedSeconds === null || (Number.isSafeInteger(estimatedSeconds) && estimatedSeconds > 0)).toBe(
          true,
        );
      }
    }),
    { numRuns: 500 },
  );
});

test("a higher tip never waits longer", () => {
  fc.assert(
    fc.property(anyWindow, fee, fee, (window, a, b) => {
      const wait = (tip: bigint) => {
        const custom = window.nextBaseFee + tip;
        return custom === 0n ? null : (estimateGas(window, custom)[3]?.estimatedSeconds ?? null);
      };
      const [less, more] = a < b ? [wait(a), wait(b)] : [wait(b), wait(a)];
      expect(less === null || (more !== null && more <= less)).toBe(true);
    }),
  );
});

test("fast covers the base fee after two full blocks, normal after one, slow after half of one, without a higher tip", () => {
  const levels = estimateGas(windowOf(repeat(quiet)));
  const rooms = levels.map(({ price, priorityPrice }) => Number(price - priorityPrice!) / 1e9);
  for (const [index, room] of [10.6066, 11.25, 12.65625].entries()) expect(rooms[index]).toBeCloseTo(room, 3);
  expect(levels.map((level) => level.baseFee)).toEqual([gwei("10"), gwei("10"), gwei("10")]);
});

test("when blocks fill up, fast follows at once and slow does not", () => {
  const full: GasBlock = { ...quiet, fullness: 1, tips: quiet.tips.map((tip) => tip * 10n) };
  const window = windowOf([...repeat(quiet, 18), full, full]);
  expect(priceOf(window, "fast").priorityPrice).toBe(gwei("3"));
  expect(priceOf(window, "slow").priorityPrice).toBe(gwei("0.05"));
  const passed = windowOf([full, full, ...repeat(quiet, 18)]);
  expect(priceOf(passed, "fast").priorityPrice).toBe(gwei("0.4"));
});

test("free transactions of a producer, and empty blocks, don't count for tips", () => {
  const own: GasBlock = { ...quiet, fullness: 1, tips: quiet.tips.map(() => 0n) };
  const empty: GasBlock = { ...quiet, fullness: 0, tips: [] };
  const [slow] = estimateGas(windowOf([...repeat(quiet, 5), ...repeat(own, 5), ...repeat(empty, 5)]));
  expect(slow!.priorityPrice).toBe(gwei("0.05"));
  const mixed: GasBlock = { ...quiet, tips: quiet.tips.map((tip, index) => (index < 6 ? 0n : tip)) };
  expect(estimateGas(windowOf(repeat(mixed)))[0]!.priorityPrice).toBe(gwei("0.6"));
});

test("without tips the node's suggestion is used, or nothing", () => {
  const free = repeat({ ...quiet, tips: quiet.tips.map(() => 0n) });
  expect(priceOf(windowOf(free, { suggestedTip: 7n }), "fast").priorityPrice).toBe(7n);
  expect(priceOf(windowOf(free), "fast").priorityPrice).toBe(0n);
  expect(priceOf(windowOf([]), "slow")).toMatchObject({ baseFee: gwei("10"), priorityPrice: 0n, estimatedSeconds: 12 });
});

test("tiny fees grow in whole wei", () => {
  expect(growBaseFee(7n, 0.125)).toBe(8n);
  expect(growBaseFee(1n, 0.125)).toBe(2n);
  expect(growBaseFee(0n, 0.125)).toBe(0n);
  expect(growBaseFee(8_000_000_000n, 0.125)).toBe(9_000_000_000n);
});

test("a chain's own pace is fitted to its blocks, and EIP-1559's is used if they follow no rule", () => {
  const follow = (elasticity: number, denominator: number) => {
    let baseFee = 10n ** 9n;
    const blocks = [0.1, 0.9, 0.4, 1, 0, 0.6, 0.2].map((fullness): GasBlock => {
      const from = { baseFee, fullness, tips: [] };
      baseFee += BigInt(Math.round((Number(baseFee) * (fullness * elasticity - 1)) / denominator));
      return from;
    });
    return estimateBaseFeeGrowth({ blocks, nextBaseFee: baseFee });
  };
  expect(follow(2, 8)).toBeCloseTo(0.125, 5);
  expect(follow(6, 250)).toBeCloseTo(0.02, 5);
  const erratic = [1n, 5n, 2n, 9n, 3n, 4n].map((n, i) => ({ baseFee: n * 10n ** 9n, fullness: i / 5, tips: [] }));
  expect(estimateBaseFeeGrowth({ blocks: erratic, nextBaseFee: 10n ** 9n })).toBe(0.125);
  expect(estimateBaseFeeGrowth({ blocks: repeat(quiet), nextBaseFee: quiet.baseFee })).toBe(0.125);
});

test("the estimated time is the fraction of blocks that would have included it", () => {
  const dear: GasBlock = { ...quiet, fullness: 1, tips: quiet.tips.map((tip) => tip + gwei("3")) };
  const room: GasBlock = { ...dear, fullness: 0.9 };
  const window = windowOf([...repeat(quiet, 3), ...repeat(room, 2), ...repeat(dear, 15)]);
  const waitOf = (price: string) => estimateGas(window, gwei(price))[3]!.estimatedSeconds;
  expect(waitOf("13.05")).toBe(12);
  expect(waitOf("13")).toBe(48);
  expect(waitOf("10.01")).toBeNull();
  expect(waitOf("9")).toBeNull();
});

test("below the base fee, the time includes its decline, if such blocks accepted that price", () => {
  const cheap: GasBlock = { ...quiet, baseFee: gwei("4") };
  const window = windowOf([...repeat(cheap, 10), ...repeat(quiet, 10)]);
  expect(estimateGas(window, gwei("5"))[3]).toMatchObject({ priorityPrice: 0n, estimatedSeconds: 7 * 12 });
  expect(estimateGas(window, gwei("4.05"))[3]).toMatchObject({ estimatedSeconds: 8 * 12 });
  expect(estimateGas(window, gwei("4.04"))[3]).toMatchObject({ estimatedSeconds: null });
});
