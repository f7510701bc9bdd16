import { toAmount } from "@portico/evm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sumCurve, type CurveChain, type CurveFrame } from "./netCurve.ts";

const frame: CurveFrame = { timeAt: 1_700_000_000, step: 300, count: 6 };
const { timeAt, step, count } = frame;

const token = fc.record({
  decimals: fc.constantFrom(0, 6, 18),
  rawAmount: fc.bigInt({ min: 0n, max: 2n ** 100n }),
  moves: fc.array(
    fc.record({ step: fc.nat({ max: count - 1 }), rawAmount: fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }) }),
    { maxLength: 8 },
  ),
  prices: fc.uniqueArray(fc.record({ step: fc.nat({ max: count - 1 }), usd: fc.constantFrom(0, 0.5, 1, 3000, 1e-9) }), {
    selector: (price) => price.step,
  }),
  latestUsd: fc.constant(0),
});
const chain = fc.record({
  timeAt: fc.integer({ min: timeAt - step * (count + 2), max: timeAt }),
  usdValue: fc.double({ min: 0, max: 1e12, noNaN: true }),
  tokens: fc.array(token, { maxLength: 4 }),
});
const chains = fc.array(chain, { maxLength: 3 });

/** By definition: the current amounts without later movements, at the latest price until then. */
function valueAt(one: CurveChain, at: number): number {
  if (timeAt - at * step >= one.timeAt) return one.usdValue;
  return one.tokens.reduce((sum, { decimals, rawAmount, moves, prices }) => {
    const later = moves.filter((move) => move.step < at).reduce((total, move) => total + move.rawAmount, 0n);
    const [price] = prices.filter((known) => known.usd > 0 && known.step >= at).toSorted((a, b) => a.step - b.step);
    const raw = rawAmount - later;
    return sum + (raw > 0n ? toAmount(raw, decimals) * (price?.usd ?? 0) : 0);
  }, 0);
}

test("each point is the holdings of that time at the prices of that time, whatever the order of the movements", () => {
  fc.assert(
    fc.property(chains, (list) => {
      const points = sumCurve(list, frame);
      expect(points.map(([time]) => time)).toEqual([5, 4, 3, 2, 1, 0].map((at) => timeAt - at * step));
      for (const [n, [, value]] of points.entries()) {
        const expected = list.reduce((sum, one) => sum + valueAt(one, count - 1 - n), 0);
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * expected);
      }
      const turned = list.map((one) => ({
        ...one,
        tokens: one.tokens.map((held) => ({
          ...held,
          moves: held.moves.toReversed(),
          prices: held.prices.toReversed(),
        })),
      }));
      expect(sumCurve(turned, frame)).toEqual(points);
    }),
  );
});

test("the latest point is exactly the sum of the chains' own values", () => {
  fc.assert(
    fc.property(chains, (list) => {
      const newest = sumCurve(list, frame).at(-1);
      expect(newest).toEqual([timeAt, list.reduce((sum, { usdValue }) => sum + usdValue, 0)]);
    }),
  );
});

test("a token without a price for a while keeps the last one, and has none before its first", () => {
  const prices = [
    { step: 4, usd: 2 },
    { step: 3, usd: 0 },
    { step: 1, usd: 5 },
  ];
  const one = { timeAt, usdValue: 7, tokens: [{ decimals: 0, rawAmount: 10n, moves: [], prices, latestUsd: 0 }] };
  expect(sumCurve([one], frame).map(([, value]) => value)).toEqual([0, 20, 20, 20, 50, 7]);
});

test("an amount of unknown origin did not exist before, and is never negative", () => {
  const held = { decimals: 0, rawAmount: 10n, moves: [{ step: 2, rawAmount: 25n }], prices: [{ step: 5, usd: 1 }] };
  const one = { timeAt, usdValue: 10, tokens: [{ ...held, latestUsd: 1 }] };
  expect(sumCurve([one], frame).map(([, value]) => value)).toEqual([0, 0, 0, 10, 10, 10]);
});
