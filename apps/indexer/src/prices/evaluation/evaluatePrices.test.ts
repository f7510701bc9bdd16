import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { describe, expect, test } from "vitest";
import { createScene, NOW, units, WRAPPED } from "../testing/scene.ts";
import type { Scene } from "../testing/scene.ts";

const COIN_USD = 2000;
const Q96 = 2n ** 96n;

/** A pair of a token with the coin that holds this many US dollars on each side, at this price. */
const addPairAt = (scene: Scene, token: Address, usd: number, sideUsd: number): Address =>
  scene.addPair(WRAPPED, token, [units(sideUsd / COIN_USD), units(sideUsd / usd)]);

describe("a token with pools", () => {
  test("has the price of its V2 pair with the coin", () => {
    const scene = createScene();
    const token = scene.addToken({ decimals: 6, supply: units(1e6, 6) });
    scene.addPair(token, WRAPPED, [units(60_000, 6), units(15)]);
    expect(scene.getPrices().get(token)).toEqual({
      usd: 0.5,
      source: "uniswap2",
      liquidityUsd: 60_000,
      timeAt: NOW - 60,
      hop: 1,
      strengthUsd: 60_000,
    });
  });

  test("has the price of a V3 pool, on either side of it", () => {
    const scene = createScene();
    const [a, b] = [
      scene.addToken({ decimals: 8, supply: units(1000, 8) }),
      scene.addToken({ decimals: 8, supply: 1n }),
    ];
    scene.addPool(WRAPPED, a, [Q96 / 10n ** 5n, units(1)]); // 1 coin for 10^8 base units of a
    scene.addPool(b, WRAPPED, [Q96 * 10n ** 5n, units(1)]);
    const prices = scene.getPrices();
    expect(prices.get(a)!.usd).toBeCloseTo(COIN_USD, 6);
    expect(prices.get(b)!.usd).toBeCloseTo(COIN_USD, 6);
  });

  test("that keeps one ledger with another has that one's price, unless it has its own", () => {
    const scene = createScene();
    const [token, twin] = [scene.addToken(), scene.addToken()];
    addPairAt(scene, token, 3, 30_000);
    expect(scene.getPrices().has(twin)).toBe(false);
    scene.metadata.twins = [{ chain: "eth", token, twin }];
    expect(scene.getPrices().get(twin)).toEqual(scene.getPrices().get(token));
    scene.metadata.twins = [{ chain: "eth", token: twin, twin: token }];
    expect(scene.getPrices().get(twin)?.usd).toBeCloseTo(3, 9);
    addPairAt(scene, twin, 4, 30_000);
    expect(scene.getPrices().get(twin)?.usd).toBeCloseTo(4, 9);
    expect(scene.getPrices().get(token)?.usd).toBeCloseTo(3, 9);
  });

  test("has the depth-weighted median of its pools' prices", () => {
    const scene = createScene();
    const token = scene.addToken();
    addPairAt(scene, token, 1, 30_000);
    addPairAt(scene, token, 1.1, 20_000);
    addPairAt(scene, token, 5, 40_000);
    scene.addPool(WRAPPED, token, [Q96 * 64n, units(1000)]);
    const price = scene.getPrices().get(token)!;
    expect(price.usd).toBeCloseTo(1, 9);
    expect(price.source).toBe("pools");
  });

  test("has no price while its pool is younger than the window", () => {
    const scene = createScene();
    const token = scene.addToken();
    scene.addPair(WRAPPED, token, [units(100), units(100), NOW - 1799]);
    expect(scene.getPrices().get(token)).toBeUndefined();
    expect(scene.getPrices({ timeAt: NOW + 1 }).get(token)?.usd).toBe(COIN_USD);
  });

  test("has no price from a pool that was too thin at any time of the window", () => {
    const scene = createScene();
    const token = scene.addToken();
    const pair = scene.addPair(WRAPPED, token, [units(100), units(100)]);
    scene.observe(pair, { raw0: units(1), raw1: units(1), timeAt: NOW - 1000 });
    scene.observe(pair, { raw0: units(100), raw1: units(100), timeAt: NOW - 999 });
    expect(scene.getPrices().get(token)).toBeUndefined();
  });

  test("is priced by a V3 pool only as far as the pool really holds the other token", () => {
    const scene = createScene();
    const token = scene.addToken({ supply: 1n });
    scene.addPool(WRAPPED, token, [Q96, units(1e6)]);
    const evaluate = (held?: bigint) => scene.getPrices({ reserves: () => held }).get(token)?.liquidityUsd;
    expect(scene.getPrices().get(token)?.liquidityUsd).toBe(4e9);
    expect(evaluate(units(10))).toBe(40_000);
    expect(evaluate(units(2))).toBeUndefined();
    expect(evaluate()).toBeUndefined();
  });

  test("has no price from a V3 pool without liquidity", () => {
    const scene = createScene();
    const [a, b] = [scene.addToken(), scene.addToken()];
    scene.addPool(WRAPPED, a, [Q96, 0n]);
    scene.addPool(WRAPPED, b, [0n, units(1000)]);
    expect(scene.getPrices().size).toBe(2);
  });

  test("has no price if it is a scam, or its decimals are unknown or out of range", () => {
    for (const malformed of [
      { isScam: true },
      { decimals: null },
      { decimals: 78 },
      { decimals: 200 },
      { decimals: -1 },
      { decimals: 1.5 },
    ]) {
      const scene = createScene();
      const token = scene.addToken(malformed);
      addPairAt(scene, token, 1, 1e6);
      expect(scene.getPrices().get(token)).toBeUndefined();
    }
  });

  test("never takes its pools' price if it has a feed, even a stale one", () => {
    const scene = createScene();
    const token = scene.addToken();
    scene.addFeed(token, 10n ** 8n, {}, NOW - 9000);
    addPairAt(scene, token, 3, 1e7);
    expect(scene.getPrices().get(token)).toBeUndefined();
    scene.addFeed(token, 10n ** 8n);
    expect(scene.getPrices().get(token)?.usd).toBe(1);
  });
});

describe("the worth of a token's whole supply", () => {
  const evaluate = (supply: bigint | null, isVerified: boolean, sideUsd = 10_000) => {
    const scene = createScene();
    const token = scene.addToken({ supply, isVerified });
    addPairAt(scene, token, 1, sideUsd);
    return scene.getPrices().get(token)?.usd;
  };

  test("is accepted up to 100 times its depth", () => {
    expect(evaluate(units(2_000_000), false)).toBe(1);
    expect(evaluate(units(2_000_001), false)).toBeUndefined();
    expect(evaluate(10n ** 48n, true)).toBeUndefined();
  });

  test("is accepted up to 2,000 times its depth if a list has it or its pools hold a million dollars", () => {
    expect(evaluate(units(40_000_000), true)).toBe(1);
    expect(evaluate(units(40_000_001), true)).toBeUndefined();
    expect(evaluate(units(2_000_000_000), false, 500_000)).toBe(1);
    expect(evaluate(units(2_000_000_001), false, 500_000)).toBeUndefined();
    expect(evaluate(units(2_000_000_000), false, 499_998)).toBeUndefined();
  });

  test("can't be checked without a supply", () => {
    expect(evaluate(null, false)).toBeUndefined();
    expect(evaluate(null, true)).toBe(1);
  });
});

describe("prices through other tokens", () => {
  /** token 0 is paired with the coin, each other one with the one before */
  const createChain = (length: number) => {
    const scene = createScene();
    const tokens = Array.from({ length }, () => scene.addToken());
    for (const [index, token] of tokens.entries()) {
      scene.addPair(tokens[index - 1] ?? WRAPPED, token, [units(1000), units(2000)]);
    }
    return { scene, tokens };
  };

  test("end after four steps", () => {
    const { scene, tokens } = createChain(6);
    const prices = scene.getPrices();
    expect(tokens.map((token) => prices.get(token)?.usd)).toEqual([1000, 500, 250, 125, undefined, undefined]);
  });

  test("never come from a cycle, or from the token itself", () => {
    const scene = createScene();
    const [a, b, c] = [scene.addToken(), scene.addToken(), scene.addToken()];
    for (const [x, y] of [
      [a, b],
      [b, c],
      [c, a],
      [a, a],
    ] as const) {
      scene.addPair(x, y, [units(1e6), units(1e6)]);
    }
    expect(new Set(scene.getPrices().keys())).toEqual(new Set([NATIVE_TOKEN, WRAPPED]));
  });

  test("count for no more than the price of the token in between", () => {
    const scene = createScene();
    const [between, token] = [scene.addToken(), scene.addToken({ isVerified: true })];
    addPairAt(scene, between, 1, 10_000);
    scene.addPair(between, token, [units(1e6), units(1e6)]);
    scene.addPair(between, token, [units(2e6), units(2e6)]);
    expect(scene.getPrices().get(token)).toMatchObject({ usd: 1, liquidityUsd: 20_000 });
  });

  test("count once where the same capital is behind several tokens in between", () => {
    const scene = createScene();
    const [between, token] = [scene.addToken(), scene.addToken({ supply: units(1_000_000) })];
    addPairAt(scene, between, 1, 10_000);
    for (let count = 0; count < 60; count++) {
      const own = scene.addToken();
      scene.addPair(between, own, [units(10_000), units(10_000)]);
      scene.addPair(own, token, [units(10_000), units(10)]);
    }
    expect(scene.getPrices().get(token)).toBeUndefined(); // its supply would be worth 1 bn
    scene.metadata.supply = () => units(2000);
    expect(scene.getPrices().get(token)).toMatchObject({ usd: 1000, liquidityUsd: 20_000 });
  });

  test("count with what the token's pools hold of tokens with a feed", () => {
    const scene = createScene();
    const [deep, thin, token] = [scene.addToken(), scene.addToken(), scene.addToken()];
    addPairAt(scene, deep, 1, 1e6);
    addPairAt(scene, thin, 1, 500_000);
    scene.addPair(deep, token, [units(30_000), units(30_000)]);
    scene.addPair(deep, token, [units(10_000), units(10_000)]);
    scene.addPair(thin, token, [units(20_000), units(10_000)]);
    addPairAt(scene, token, 1, 50_000);
    expect(scene.getPrices().get(token)?.liquidityUsd).toBeCloseTo(180_000, 6);
  });

  test("make a token trusted by a deep pool with one that is itself traded deeply", () => {
    const evaluate = (betweenUsd: number) => {
      const scene = createScene();
      const [between, token] = [scene.addToken(), scene.addToken({ supply: units(900_000_000) })];
      addPairAt(scene, between, 1, betweenUsd);
      scene.addPair(between, token, [units(2_500_000), units(2_500_000)]);
      return scene.getPrices().get(token);
    };
    expect(evaluate(10e6)?.usd).toBeCloseTo(1, 9);
    expect(evaluate(10e6)?.liquidityUsd).toBeCloseTo(5e6, 3);
    expect(evaluate(510_000)?.usd).toBeCloseTo(1, 9);
    expect(evaluate(490_000)).toBeUndefined();
  });

  test("a fake token with a real pool of its own can't price another by a pool of the two", () => {
    const scene = createScene();
    const [honest, through, fake] = [scene.addToken(), scene.addToken(), scene.addToken()];
    addPairAt(scene, through, 4, 1e6);
    scene.addPair(through, honest, [units(20_000), units(40_000)]); // 2 USD
    addPairAt(scene, fake, 1, 10_000);
    scene.addPair(fake, honest, [units(900_000), units(1)]);
    expect(scene.getPrices().get(honest)?.usd).toBe(2);
  });

  test("a thin pool with the coin doesn't take precedence over a deep one with another token", () => {
    const scene = createScene();
    const [honest, through] = [scene.addToken(), scene.addToken()];
    addPairAt(scene, through, 4, 1e6);
    scene.addPair(through, honest, [units(20_000), units(40_000)]); // 2 USD
    addPairAt(scene, honest, 50, 10_000);
    expect(scene.getPrices().get(honest)?.usd).toBe(2);
  });
});

describe("a peg", () => {
  const evaluate = (poolUsd: number, sideUsd: number) => {
    const scene = createScene();
    const token = scene.addToken();
    scene.addFeed(token, 100n * 10n ** 8n, { isPeg: true });
    addPairAt(scene, token, poolUsd, sideUsd);
    return scene.getPrices().get(token);
  };

  test("has the price of its asset's feed", () => {
    expect(evaluate(100, 1e6)).toMatchObject({ usd: 100, source: "peg", liquidityUsd: null });
    expect(evaluate(102.9, 1e6)?.usd).toBe(100);
    expect(evaluate(97.1, 1e6)?.usd).toBe(100);
  });

  test("that is lost has its pools' price", () => {
    expect(evaluate(90, 1e6)?.usd).toBeCloseTo(90, 6);
    expect(evaluate(90, 1e6)).toMatchObject({ source: "uniswap2", liquidityUsd: 2e6 });
    expect(evaluate(104, 1e6)?.usd).toBeCloseTo(104, 6);
  });

  test("is not considered lost because of a thin pool", () => {
    expect(evaluate(10, 49_000)?.usd).toBe(100);
    expect(evaluate(10, 51_000)?.usd).toBeCloseTo(10, 6);
  });
});

describe("a chain whose coin has no feed", () => {
  test("takes the coin's price from pools of its wrapped form", () => {
    const scene = createScene(null);
    const [dollar, token] = [scene.addToken({ isVerified: true }), scene.addToken()];
    scene.addFeed(dollar, 10n ** 8n);
    scene.addPair(dollar, WRAPPED, [units(1e6), units(500)]);
    scene.addPair(token, WRAPPED, [units(1e3), units(10)]);
    const prices = scene.getPrices();
    expect([WRAPPED, NATIVE_TOKEN, token].map((one) => prices.get(one)?.usd)).toEqual([2000, 2000, 20]);
    expect(prices.get(NATIVE_TOKEN)?.source).toBe("wrapped");
  });

  test("has no prices without any feed", () => {
    const scene = createScene(null);
    scene.addPair(scene.addToken(), WRAPPED, [units(1e3), units(10)]);
    expect(scene.getPrices().size).toBe(0);
  });
});

test("a price has the time of its newest input", () => {
  const scene = createScene();
  const token = scene.addToken();
  const pair = scene.addPair(WRAPPED, token, [units(100), units(100)]);
  expect(scene.getPrices().get(token)?.timeAt).toBe(NOW - 60); // the feed's
  scene.observe(pair, { raw0: units(100), raw1: units(100), timeAt: NOW - 7 });
  expect(scene.getPrices().get(token)?.timeAt).toBe(NOW - 7);
});
