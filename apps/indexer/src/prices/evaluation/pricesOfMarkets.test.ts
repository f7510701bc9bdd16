import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createScene, LONG_AGO, NOW, units, WRAPPED } from "../testing/scene.ts";
import type { Scene } from "../testing/scene.ts";

const COIN_ANSWER = 2345n * 10n ** 8n + 678n;
const COIN_USD = Number(COIN_ANSWER) / 1e8;
const FLOOR = 10_000n;
const Q96 = 2n ** 96n;

interface ObservedValues {
  isCoin0: boolean;
  /**
   * Base units of the coin and of the token, in a V2 pair; or the square root of a V3 pool's price and its liquidity.
   */
  pool: { rawCoin: bigint; rawToken: bigint } | { sqrtPrice: bigint; liquidity: bigint };
}

const anyPair = fc.record({ rawCoin: fc.bigInt(10n ** 17n, 10n ** 22n), rawToken: fc.bigInt(10n ** 6n, 10n ** 30n) });
const anyPool = fc.record({
  sqrtPrice: fc.bigInt(2n ** 70n, 2n ** 122n),
  liquidity: fc.bigInt(10n ** 15n, 10n ** 25n),
});
const anyObserved = fc.record<ObservedValues>({ isCoin0: fc.boolean(), pool: fc.oneof(anyPair, anyPool) });
const anyMarket = fc.record({
  decimals: fc.integer({ min: 0, max: 77 }),
  observed: fc.array(anyObserved, { minLength: 1, maxLength: 6 }),
});

const add = (scene: Scene, token: Address, { isCoin0, pool }: ObservedValues): Address => {
  const sides = isCoin0 ? ([WRAPPED, token] as const) : ([token, WRAPPED] as const);
  if ("sqrtPrice" in pool) return scene.addPool(...sides, [pool.sqrtPrice, pool.liquidity]);
  const reserves = isCoin0 ? ([pool.rawCoin, pool.rawToken] as const) : ([pool.rawToken, pool.rawCoin] as const);
  return scene.addPair(...sides, reserves);
};

/** A supply of one unit, so that only the price matters. */
const createMarket = (decimals: number, observed: readonly ObservedValues[]) => {
  const scene = createScene(COIN_USD);
  const token = scene.addToken({ decimals, supply: 0n });
  for (const one of observed) add(scene, token, one);
  return { scene, token };
};

interface Fraction {
  top: bigint;
  bottom: bigint;
}
const compare = (a: Fraction, b: Fraction): number => {
  const [left, right] = [a.top * b.bottom, b.top * a.bottom];
  return left < right ? -1 : left > right ? 1 : 0;
};
const toNumber = ({ top, bottom }: Fraction): number => {
  const digits = (top * 10n ** 400n) / bottom;
  return Number(`${digits}e-400`);
};

/** Price and depth of one pool in integers: US dollars as fractions. */
function quote(decimals: number, { isCoin0, pool }: ObservedValues): { usd: Fraction; depth: Fraction } {
  let [coin, token]: [Fraction, Fraction] = [
    { top: 0n, bottom: 1n },
    { top: 0n, bottom: 1n },
  ];
  if ("sqrtPrice" in pool) {
    const up = { top: pool.liquidity * pool.sqrtPrice, bottom: Q96 }; // of token1
    const down = { top: pool.liquidity * Q96, bottom: pool.sqrtPrice };
    [coin, token] = isCoin0 ? [down, up] : [up, down];
  } else [coin.top, token.top] = [pool.rawCoin, pool.rawToken];
  const usd = {
    top: coin.top * token.bottom * 10n ** BigInt(decimals) * COIN_ANSWER,
    bottom: coin.bottom * token.top * 10n ** 26n,
  };
  return { usd, depth: { top: 2n * coin.top * COIN_ANSWER, bottom: coin.bottom * 10n ** 26n } };
}

/** Relative difference, as a reciprocal, that doubles can't distinguish. */
const EDGE = 10n ** 14n;

/**
 * The lowest price with no more than half of the depth above it. Two of them if the remainder is so close to half that
 * doubles can't distinguish it; none without a pool.
 */
function computePrices(decimals: number, observed: readonly ObservedValues[]): Fraction[] {
  const quotes = observed
    .map((one) => quote(decimals, one))
    .filter(({ depth }) => depth.top >= FLOOR * depth.bottom)
    .toSorted((a, b) => compare(a.usd, b.usd));
  const sum = (list: typeof quotes): Fraction =>
    list.reduce<Fraction>(
      (total, { depth }) => ({
        top: total.top * depth.bottom + depth.top * total.bottom,
        bottom: total.bottom * depth.bottom,
      }),
      { top: 0n, bottom: 1n },
    );
  const all = sum(quotes);
  const findFirst = (edge: bigint): number =>
    quotes.findIndex((_, index) => {
      const above = sum(quotes.slice(index + 1));
      const half = { top: all.top * (EDGE + edge), bottom: all.bottom * EDGE };
      return compare({ top: above.top * 2n, bottom: above.bottom }, half) <= 0;
    });
  return quotes.length === 0 ? [] : quotes.slice(findFirst(1n), findFirst(-1n) + 1).map(({ usd }) => usd);
}

test("a token's price is the depth-weighted median of its pools, as by integer arithmetic", () => {
  fc.assert(
    fc.property(anyMarket, ({ decimals, observed }) => {
      const { scene, token } = createMarket(decimals, observed);
      const expected = computePrices(decimals, observed).map(toNumber);
      const price = scene.getPrices().get(token)?.usd;
      expect(price === undefined).toBe(expected.length === 0);
      const nearest = expected.toSorted((a, b) => Math.abs(a - price!) - Math.abs(b - price!))[0];
      expect((price ?? 1) / (nearest ?? 1)).toBeCloseTo(1, 12);
    }),
    {
      numRuns: 500,
      examples: [
        [
          {
            decimals: 0,
            observed: [
              { isCoin0: false, pool: { rawCoin: 9_999_999_999_999_998_951_425n, rawToken: 1_000_000n } },
              { isCoin0: false, pool: { rawCoin: 9_999_999_999_999_998_951_424n, rawToken: 1_000_001n } },
            ],
          },
        ],
      ],
    },
  );
});

test("a pool below the floor changes nothing", () => {
  fc.assert(
    fc.property(anyMarket, anyObserved, ({ decimals, observed }, thin) => {
      const { depth } = quote(decimals, thin);
      fc.pre(depth.top < FLOOR * depth.bottom);
      const { scene, token } = createMarket(decimals, observed);
      const before = scene.getPrices();
      add(scene, token, thin);
      expect(scene.getPrices()).toEqual(before);
    }),
  );
});

test("a pool with less depth than the others together can't move the price out of their range", () => {
  const sumDepths = (decimals: number, observed: readonly ObservedValues[]) =>
    observed.reduce((sum, one) => sum + toNumber(quote(decimals, one).depth), 0);
  fc.assert(
    fc.property(anyMarket, anyObserved, ({ decimals, observed }, another) => {
      const believed = observed.filter((one) => toNumber(quote(decimals, one).depth) >= 10_000);
      fc.pre(toNumber(quote(decimals, another).depth) < sumDepths(decimals, believed) * 0.999);
      const { scene, token } = createMarket(decimals, [...observed, another]);
      const prices = believed.map((one) => toNumber(quote(decimals, one).usd));
      const price = scene.getPrices().get(token)!.usd;
      expect(price).toBeGreaterThan(Math.min(...prices) * (1 - 1e-12));
      expect(price).toBeLessThan(Math.max(...prices) * (1 + 1e-12));
    }),
  );
});

test("no price has more depth than all pools together hold of the coin, twice", () => {
  const anyUsd = fc.integer({ min: 5000, max: 50_000 });
  const anyMesh = fc.record({
    roots: fc.array(anyUsd, { minLength: 1, maxLength: 2 }),
    pairs: fc.array(fc.tuple(fc.nat(7), fc.nat(7), anyUsd), { minLength: 5, maxLength: 30 }),
  });
  fc.assert(
    fc.property(anyMesh, ({ roots, pairs }) => {
      const scene = createScene(1);
      const tokens = Array.from({ length: 8 }, () => scene.addToken({ supply: 1n }));
      for (const [index, usd] of roots.entries()) scene.addPair(WRAPPED, tokens[index]!, [units(usd), units(usd)]);
      for (const [a, b, usd] of pairs) scene.addPair(tokens[a]!, tokens[b]!, [units(usd), units(usd)]);
      const held = roots.reduce((sum, usd) => sum + usd, 0);
      for (const { liquidityUsd } of scene.getPrices().values()) {
        expect(liquidityUsd ?? 0).toBeLessThanOrEqual(2 * held * (1 + 1e-9));
      }
    }),
    { numRuns: 500 },
  );
});

test("observations in the last block change no price", () => {
  fc.assert(
    fc.property(anyMarket, fc.array(anyObserved, { minLength: 6, maxLength: 6 }), ({ decimals, observed }, last) => {
      const { scene } = createMarket(decimals, observed);
      const before = scene.getPrices();
      for (const [index, source] of scene.sources.filter(({ kind }) => kind !== "feed").entries()) {
        const { pool } = last[index]!;
        const now = "sqrtPrice" in pool ? { raw0: 1n, raw1: 10n ** 30n } : { raw0: pool.rawCoin, raw1: pool.rawToken };
        const v3 = "sqrtPrice" in pool ? pool : { sqrtPrice: 2n ** 159n, liquidity: 1n };
        scene.observe(source.address, { timeAt: NOW, ...(source.kind === "v2" ? now : v3) });
      }
      expect(scene.getPrices()).toEqual(before);
    }),
  );
});

test("a token with other decimals and as many whole units has the same price", () => {
  const anyWhole = fc.record({ coin: fc.bigInt(1n, 10_000n), token: fc.bigInt(1n, 10n ** 12n) });
  fc.assert(
    fc.property(anyWhole, fc.nat(60), fc.nat(60), ({ coin, token }, some, other) => {
      const [first, second] = [some, other].map((decimals) => {
        const pool = { rawCoin: coin * 10n ** 18n, rawToken: token * 10n ** BigInt(decimals) };
        const market = createMarket(decimals, [{ isCoin0: true, pool }]);
        return market.scene.getPrices().get(market.token)?.usd;
      });
      expect(second === undefined).toBe(first === undefined);
      expect((second ?? 1) / (first ?? 1)).toBeCloseTo(1, 13);
    }),
  );
});

test("every price is finite and above 0, for any observations", () => {
  const hostile = fc.oneof(
    fc.constantFrom(0n, 1n, -1n, 2n ** 112n - 1n, 2n ** 128n - 1n, 2n ** 160n - 1n, 2n ** 255n - 1n, 2n ** 256n - 1n),
    fc.bigInt(0n, 2n ** 256n - 1n),
  );
  const anyTime = fc.integer({ min: LONG_AGO, max: NOW });
  const anyDecimals = fc.oneof(fc.constantFrom(null, 0, 18, 77, 78, 200, 255, -1, 0.5), fc.nat(77));
  const anyWorld = fc.record({
    coin: fc.oneof(hostile, fc.constant(COIN_ANSWER)),
    tokens: fc.array(fc.record({ decimals: anyDecimals, supply: fc.option(hostile), isVerified: fc.boolean() }), {
      minLength: 3,
      maxLength: 5,
    }),
    sources: fc.array(
      fc.record({
        kind: fc.constantFrom("v2", "v3", "rate"),
        side0: fc.nat(5),
        side1: fc.nat(5),
        observed: fc.array(fc.tuple(hostile, hostile, hostile, anyTime), { maxLength: 3 }),
      }),
      { maxLength: 12 },
    ),
  });
  fc.assert(
    fc.property(anyWorld, ({ coin, tokens, sources }) => {
      const scene = createScene(null);
      scene.addFeed("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", coin);
      const known = [WRAPPED, ...tokens.map((token) => scene.addToken(token))];
      for (const { kind, side0, side1, observed } of sources) {
        const [a, b] = [known[side0 % known.length]!, known[side1 % known.length]!];
        if (kind === "rate")
          for (const [raw0, raw1, supply, timeAt] of observed) scene.addRate(a, b, { raw0, raw1, supply, timeAt });
        else if (kind === "v2") scene.addPair(a, b, ...observed.map(([x, y, z, at]) => [x, y, at, z] as const));
        else scene.addPool(a, b, ...observed.map(([x, y, , at]) => [x, y, at] as const));
      }
      for (const { usd, liquidityUsd, timeAt } of scene.getPrices().values()) {
        expect(usd > 0 && Number.isFinite(usd)).toBe(true);
        expect(liquidityUsd === null || (liquidityUsd >= 10_000 && Number.isFinite(liquidityUsd))).toBe(true);
        expect(timeAt).toBeLessThanOrEqual(NOW);
      }
    }),
    { numRuns: 1000 },
  );
});
