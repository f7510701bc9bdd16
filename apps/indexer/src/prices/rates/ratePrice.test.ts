import { NATIVE_TOKEN } from "@portico/evm";
import { expect, test } from "vitest";
import { createScene, units, WRAPPED } from "../testing/scene.ts";

/** A scene with two tokens of known prices, 2000 and 5 US dollars. */
function createTwoTokens() {
  const scene = createScene(2000);
  const other = scene.addToken();
  scene.addFeed(other, 5n * 10n ** 8n);
  return { scene, other };
}

test("a share has the price of its rate in the underlying token", () => {
  const { scene, other } = createTwoTokens();
  const share = scene.addToken({ decimals: 6, isVerified: true });
  scene.addRate(share, other, { raw0: units(1.25) });
  expect(scene.getPrices().get(share)).toMatchObject({ usd: 6.25, source: "share", liquidityUsd: null });
});

test("a receipt has the price of its underlying token, including the native coin", () => {
  const scene = createScene(2000);
  const receipt = scene.addToken({ isVerified: true });
  scene.addRate(receipt, NATIVE_TOKEN, { raw0: units(1) });
  expect(scene.getPrices().get(receipt)).toMatchObject({ usd: 2000, source: "receipt" });
});

test("a share of a share has a price, at most four steps from a feed", () => {
  const { scene, other } = createTwoTokens();
  const shares = [other];
  for (let step = 0; step < 6; step++) {
    const share = scene.addToken({ isVerified: true });
    scene.addRate(share, shares.at(-1)!, { raw0: units(2) });
    shares.push(share);
  }
  const prices = scene.getPrices();
  expect(shares.map((share) => prices.get(share)?.usd)).toEqual([5, 10, 20, 40, 80, undefined, undefined]);
});

test("a share has the price of its rate, regardless of its price in a pool", () => {
  const { scene, other } = createTwoTokens();
  const share = scene.addToken({ isVerified: true });
  scene.addRate(share, other, { raw0: units(2) });
  scene.addPair(WRAPPED, share, [units(1e6), units(1e6)]);
  expect(scene.getPrices().get(share)).toMatchObject({ usd: 10, source: "share" });
});

test("shares of each other, and a share of itself, have no price", () => {
  const scene = createScene();
  const [a, b, self] = [1, 2, 3].map(() => scene.addToken({ isVerified: true })) as [
    `0x${string}`,
    `0x${string}`,
    `0x${string}`,
  ];
  scene.addRate(a, b, { raw0: units(1) });
  scene.addRate(b, a, { raw0: units(1) });
  scene.addRate(self, self, { raw0: units(1) });
  const prices = scene.getPrices();
  for (const token of [a, b, self]) expect(prices.get(token)).toBeUndefined();
});

test.each([0n, -5n, null])("a rate of %s is ignored", (raw0) => {
  const { scene, other } = createTwoTokens();
  const share = scene.addToken({ isVerified: true });
  scene.addRate(share, other, { raw0 });
  expect(scene.getPrices().get(share)).toBeUndefined();
});

test("an unlisted vault must hold what it promises", () => {
  const promise = { raw0: units(3), supply: units(100) };
  const evaluate = (observed: { raw1?: bigint }, held?: bigint) => {
    const { scene, other } = createTwoTokens();
    const vault = scene.addToken({ supply: units(100) });
    scene.addRate(vault, other, { ...promise, ...observed });
    return scene.getPrices({ reserves: (holder) => (holder === vault ? held : undefined) }).get(vault)?.usd;
  };
  expect(evaluate({ raw1: units(300) })).toBe(15);
  expect(evaluate({ raw1: units(299) })).toBeUndefined();
  expect(evaluate({}, units(300))).toBe(15);
  expect(evaluate({})).toBeUndefined();
});

test("an unlisted vault without a total supply must hold what its known holders would get", () => {
  const { scene, other } = createTwoTokens();
  const vault = scene.addToken({ supply: units(1e9) }); // sum of the known holders' balances
  scene.addRate(vault, other, { raw0: units(1000), raw1: units(1000), supply: units(1) });
  expect(scene.getPrices().get(vault)).toBeUndefined();
});

test("a vault of a vault is not worth far more than the first one holds", () => {
  const evaluate = (held: bigint) => {
    const { scene, other } = createTwoTokens();
    const [inner, outer] = [scene.addToken({ supply: 0n }), scene.addToken({ supply: units(1e6) })];
    scene.addRate(inner, other, { raw0: units(1e6), raw1: held, supply: 0n });
    scene.addRate(outer, inner, { raw0: units(1), raw1: units(1e12), supply: units(1e6) });
    return scene.getPrices().get(outer)?.usd;
  };
  expect(evaluate(1n)).toBeUndefined();
  expect(evaluate(units(1e12))).toBe(5e6);
});

test("the strength of prices through an unlisted vault is limited to its holdings", () => {
  const evaluate = (isVerified: boolean, held = 2200) => {
    const { scene, other } = createTwoTokens();
    const [share, traded] = [scene.addToken({ supply: units(held), isVerified }), scene.addToken()];
    scene.addRate(share, other, { raw0: units(1), raw1: units(held), supply: units(held) });
    scene.addPair(share, traded, [units(2000), units(2000)]);
    return scene.getPrices().get(traded);
  };
  expect(evaluate(true)).toMatchObject({ usd: 5, liquidityUsd: 20_000 });
  expect(evaluate(false)).toMatchObject({ usd: 5, liquidityUsd: 11_000 });
  expect(evaluate(false, 1999)).toBeUndefined();
});

test("an unlisted vault that returns 2^256 − 1 is worth nothing", () => {
  const { scene, other } = createTwoTokens();
  const vault = scene.addToken();
  scene.addRate(vault, other, { raw0: 2n ** 256n - 1n, raw1: units(1000), supply: 1n });
  expect(scene.getPrices().get(vault)).toBeUndefined();
});
