import fc from "fast-check";
import { expect, test } from "vitest";
import { listKnown, splitChange } from "./netChange.ts";
import { listRuns, sumCurve, type CurveChain, type CurveFrame, type CurveToken } from "./netCurve.ts";

const frame: CurveFrame = { timeAt: 1_700_000_000, step: 300, count: 6 };
const { timeAt, step, count } = frame;

/** A token at each point, the oldest first; the newest at the latest price. */
const listLevels = (token: CurveToken): { amount: number; usd: number }[] =>
  listRuns(token, count, 0)
    .flatMap(({ first, last, amount, usd }) => Array.from({ length: first - last + 1 }, () => ({ amount, usd })))
    .map(({ amount, usd }, nth) => ({ amount, usd: (nth === count - 1 && token.latestUsd) || usd }));

/** One chain at the frame's time, worth what its tokens are worth at their latest prices. */
function chainOf(tokens: readonly CurveToken[]): CurveChain {
  const worth = (token: CurveToken): number => listLevels(token).at(-1)!.amount * priceOf(token);
  return { timeAt, usdValue: tokens.reduce((sum, token) => sum + worth(token), 0), tokens };
}
const priceOf = (token: CurveToken): number => listLevels(token).at(-1)!.usd;

const change = fc.record({
  step: fc.nat({ max: count - 2 }),
  rawAmount: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
});
const priced = fc.record({
  decimals: fc.constantFrom(0, 6),
  rawAmount: fc.constant(10n ** 11n), // more than all that ever left
  moves: fc.array(change, { maxLength: 6 }),
  prices: fc
    .uniqueArray(fc.record({ step: fc.nat({ max: count - 1 }), usd: fc.constantFrom(0.5, 1, 3000) }), {
      selector: (price) => price.step,
    })
    .map((prices) => [...prices.filter((price) => price.step < count - 1), { step: count - 1, usd: 2 }]),
  latestUsd: fc.constantFrom(0, 0.5, 3001),
  isPosition: fc.boolean(),
  isVerified: fc.boolean(),
});

test("for any history, the gain is what prices did to what was held before they changed, and the parts are the change", () => {
  fc.assert(
    fc.property(fc.array(priced, { maxLength: 4 }), fc.nat({ max: count - 2 }), (tokens, first) => {
      const chains = [chainOf(tokens)];
      const points = sumCurve(chains, frame);
      const split = splitChange(chains, points, first, frame);
      let gain = 0;
      for (const token of tokens) {
        const levels = listLevels(token).slice(first);
        for (const [nth, level] of levels.slice(1).entries())
          gain += levels[nth]!.amount * (level.usd - levels[nth]!.usd);
      }
      const { inflow_usd_value: wallet, position_usd_value: positions, gain_usd_value: rest } = split;
      const scale = 1 + points.reduce((sum, [, usd]) => Math.max(sum, Math.abs(usd)), 0);
      expect(Math.abs(rest - gain)).toBeLessThan(1e-9 * scale);
      expect(Math.abs(wallet + positions + rest - split.usd_value)).toBeLessThan(1e-9 * scale);
      expect([split.since, split.unpriced_move_count]).toEqual([timeAt - (count - 1 - first) * step, 0]);
    }),
  );
});

const known = (tokens: readonly CurveToken[], since = 0) => {
  const chains = [chainOf(tokens)];
  return listKnown(chains, sumCurve(chains, frame), frame, since);
};
const cash: CurveToken = {
  decimals: 0,
  rawAmount: 1000n,
  moves: [],
  prices: [{ step: 5, usd: 1 }],
  latestUsd: 0,
  isVerified: true,
};

test("what moves without a price counts as nothing, and is counted; a swap leaves only its costs", () => {
  const swap = [
    { ...cash, rawAmount: 0n, moves: [{ step: 2, rawAmount: -1000n }] },
    {
      ...cash,
      rawAmount: 2n,
      moves: [{ step: 2, rawAmount: 2n }],
      prices: [
        { step: 5, usd: 499 },
        { step: 0, usd: 600 },
      ],
    },
    { ...cash, rawAmount: 7n, moves: [{ step: 1, rawAmount: 7n }], prices: [] },
  ];
  const chains = [chainOf(swap)];
  expect(splitChange(chains, sumCurve(chains, frame), 0, frame)).toMatchObject({
    usd_value: 200,
    inflow_usd_value: -2,
    gain_usd_value: 202,
    position_usd_value: 0,
    move_count: 3,
    unpriced_move_count: 1,
  });
});

test("what moved since the last stored price counts at the price of the chain's latest block, also of a chain that lags", () => {
  const received = (at: number) => ({ ...cash, moves: [{ step: at, rawAmount: 1000n }], latestUsd: 1.5 });
  const lagging = { ...chainOf([received(2)]), timeAt: timeAt - 2 * step };
  for (const chain of [chainOf([received(0)]), lagging])
    expect(splitChange([chain], sumCurve([chain], frame), 0, frame)).toMatchObject({
      usd_value: 1500,
      inflow_usd_value: 1500,
      gain_usd_value: 0,
    });
});

test("a point is unknown before the index, and while more than one per cent has no price yet", () => {
  const late = (rawAmount: bigint) => ({ ...cash, rawAmount, prices: [{ step: 2, usd: 1 }] });
  expect(known([cash, late(9n)])).toEqual([true, true, true, true, true, true]);
  expect(known([cash, late(20n)])).toEqual([false, false, false, true, true, true]);
  expect(known([cash], timeAt - 2 * step)).toEqual([false, false, false, true, true, true]);
  expect(known([{ ...cash, prices: [] }])).toEqual([true, true, true, true, true, true]); // never a price: no part of the value
});
