import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createScene, LONG_AGO, NOW, toAddress, units, WRAPPED } from "../testing/scene.ts";

/** A scene with two tokens of known prices, 2000 and 5 US dollars. */
function createTwoTokens() {
  const scene = createScene(2000);
  const other = scene.addToken();
  scene.addFeed(other, 5n * 10n ** 8n);
  return { scene, other };
}

test("a pair's share is worth its part of both sides at their prices", () => {
  const { scene, other } = createTwoTokens();
  const pair = scene.addPair(WRAPPED, other, [units(10), units(4000), LONG_AGO, units(50)]);
  expect(scene.getPrices().get(pair)).toMatchObject({ usd: (2 * 20_000) / 50, source: "lp" });
});

test("a pair's share keeps its price through any swaps", () => {
  const anyAmount = fc.bigInt(10n ** 6n, 10n ** 30n);
  fc.assert(
    fc.property(anyAmount, fc.integer({ min: 1, max: 1_000_000 }), fc.boolean(), (raw0, factor, isUp) => {
      const { scene, other } = createTwoTokens();
      const [low, high] = [raw0, raw0 * BigInt(factor)];
      const before = scene.addPair(WRAPPED, other, [low, high, LONG_AGO, units(50)]);
      const [after0, after1] = isUp ? [high, low] : [low * BigInt(factor) * 4n, high / (BigInt(factor) * 4n)];
      fc.pre(after0 * after1 === low * high);
      const after = scene.addPair(WRAPPED, other, [after0, after1, LONG_AGO, units(50)]);
      const prices = scene.getPrices();
      expect(prices.get(after)!.usd / prices.get(before)!.usd).toBeCloseTo(1, 12);
    }),
  );
});

test("a pair that minted after its shares were counted keeps the price of that count", () => {
  const { scene, other } = createTwoTokens();
  const pair = scene.addPair(
    WRAPPED,
    other,
    [units(10), units(4000), LONG_AGO, units(50)],
    [units(20), units(8000), NOW - 9],
  );
  expect(scene.getPrices().get(pair)?.usd).toBe(800);
});

test("a count without reserves is of the last observed reserves", () => {
  const { scene, other } = createTwoTokens();
  const pair = scene.addPair(WRAPPED, other, [units(10), units(4000)]);
  scene.observe(pair, { timeAt: NOW - 5, supply: units(50) });
  expect(scene.getPrices().get(pair)).toMatchObject({ usd: 800, timeAt: NOW - 5 });
  expect(scene.getPrices({ timeAt: NOW - 6 }).get(pair)).toBeUndefined();
});

test("a pair without shares, with an empty side or with a side of unknown price has none", () => {
  const { scene, other } = createTwoTokens();
  const unknown = scene.addToken();
  const pairs = [
    scene.addPair(WRAPPED, other, [units(10), units(4000), LONG_AGO, 0n]),
    scene.addPair(WRAPPED, other, [units(10), 0n, LONG_AGO, units(1)]),
    scene.addPair(WRAPPED, unknown, [units(1), units(1), LONG_AGO, units(1)]),
    scene.addPair(toAddress(1), toAddress(2), [units(1), units(1), LONG_AGO, units(1)]),
  ];
  const prices = scene.getPrices();
  for (const pair of pairs) expect(prices.get(pair)).toBeUndefined();
});

test("a pair's share counts as a step", () => {
  const scene = createScene(2000);
  const tokens = Array.from({ length: 4 }, () => scene.addToken());
  const pairs = tokens.map((token, index) =>
    scene.addPair(tokens[index - 1] ?? WRAPPED, token, [units(1000), units(1000), LONG_AGO, units(1)]),
  );
  const prices = scene.getPrices();
  expect(tokens.map((token) => prices.get(token)?.usd)).toEqual([2000, 2000, 2000, 2000]);
  expect(pairs.map((pair) => prices.get(pair)?.source)).toEqual(["lp", "lp", "lp", undefined]);

  const last = scene.addToken({ supply: 1n });
  scene.addPair(WRAPPED, last, [units(3), units(3)]); // the weakest price, which comes last
  const far = scene.addPair(tokens[3]!, last, [units(1), units(1), LONG_AGO, units(1)]);
  expect(scene.getPrices().get(last)?.usd).toBe(2000);
  expect(scene.getPrices().get(far)).toBeUndefined();
});
