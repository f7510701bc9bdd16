import { NATIVE_TOKEN } from "@portico/evm";
import { expect, test } from "vitest";
import { createScene, NOW, toAddress } from "../testing/scene.ts";

const HEARTBEAT = 3600;
const GRACE = 300;
const TOKEN = toAddress(0xabc);

/** The price of a token with one feed that gave this answer. */
function evaluate(answer: bigint, { updatedAt = NOW - 60, timeAt = NOW, decimals = 8 } = {}) {
  const scene = createScene(null);
  scene.addFeed(TOKEN, answer, { decimals }, updatedAt);
  return scene.getPrices({ timeAt }).get(TOKEN);
}

test("an answer in the feed's unit is the price, at the feed's time", () => {
  expect(evaluate(123_456_789n)).toMatchObject({
    usd: 1.23456789,
    source: "chainlink",
    timeAt: NOW - 60,
    liquidityUsd: null,
  });
  expect(evaluate(123n * 10n ** 16n, { decimals: 18 })?.usd).toBe(1.23);
  expect(evaluate(5n, { decimals: 0 })?.usd).toBe(5);
});

test("zero and negative answers are not prices", () => {
  expect(evaluate(0n)).toBeUndefined();
  expect(evaluate(-1n)).toBeUndefined();
  expect(evaluate(-(2n ** 255n))).toBeUndefined();
});

test("an answer is valid until its heartbeat and the grace period are over, by the requested time", () => {
  expect(evaluate(1n, { updatedAt: NOW - HEARTBEAT - GRACE })).toBeDefined();
  expect(evaluate(1n, { updatedAt: NOW - HEARTBEAT - GRACE - 1 })).toBeUndefined();
});

test("an answer of the future is ignored", () => {
  expect(evaluate(1n, { updatedAt: NOW + 1 })).toBeUndefined();
  const scene = createScene(null);
  scene.addFeed(TOKEN, 1n);
  scene.observe(scene.sources[0]!.address, { timeAt: NOW - 5, raw0: 7n, raw1: BigInt(NOW + 10) });
  expect(scene.getPrices().get(TOKEN)).toBeUndefined();
});

test("an answer without a time is ignored", () => {
  expect(evaluate(1n, { updatedAt: 0, timeAt: 10 })).toBeUndefined();
});

test("the newest phase counts, and if its answer is invalid, an older one is not used", () => {
  const scene = createScene(null);
  scene.addFeed(TOKEN, 100n * 10n ** 8n);
  const proxy = scene.metadata.feeds[TOKEN]!.feed;
  const next = toAddress(0xdef0000);
  scene.sources.push({ ...scene.sources[0]!, address: next, feed: proxy, phase: 2 });
  scene.observe(next, { timeAt: NOW - 500, raw0: 200n * 10n ** 8n, raw1: BigInt(NOW - 500) });
  expect(scene.getPrices().get(TOKEN)?.usd).toBe(200);
  expect(scene.getPrices({ timeAt: NOW - 501 }).get(TOKEN)).toBeUndefined();
  scene.observe(next, { timeAt: NOW - 30, raw0: 0n, raw1: BigInt(NOW - 30) });
  expect(scene.getPrices().get(TOKEN)).toBeUndefined();
});

test("a phase that has been silent for longer than a heartbeat is not in use", () => {
  const scene = createScene(null);
  scene.addFeed(TOKEN, 100n * 10n ** 8n);
  const next = toAddress(0xdef0000);
  scene.sources.push({ ...scene.sources[0]!, address: next, phase: 2 });
  scene.observe(next, { timeAt: NOW - 9000, raw0: 200n * 10n ** 8n, raw1: BigInt(NOW - 9000) });
  expect(scene.getPrices().get(TOKEN)?.usd).toBe(100);
});

test("the proxy's read answer takes precedence over its aggregators' events", () => {
  const scene = createScene(2000);
  const { feed } = scene.metadata.feeds[NATIVE_TOKEN]!;
  const read = (answer: bigint, decimals = 8, updatedAt = NOW - 5) =>
    scene.getPrices({ feedAnswers: new Map([[feed, { answer, updatedAt, decimals }]]) }).get(NATIVE_TOKEN)?.usd;
  expect(read(3000n * 10n ** 8n)).toBe(3000);
  expect(read(3000n * 10n ** 8n, 18)).toBeUndefined();
  expect(read(3000n * 10n ** 8n, 8, NOW + 1)).toBeUndefined();
  expect(read(3000n * 10n ** 8n, 8, NOW - HEARTBEAT - GRACE - 1)).toBeUndefined();
  expect(read(0n)).toBeUndefined();
  expect(scene.getPrices({ feedAnswers: new Map() }).size).toBe(0);
});

test("the wrapped coin, and an ERC-20 view of the coin, have the coin's price", () => {
  const scene = createScene(2000);
  const view = toAddress(0x471ece);
  scene.metadata.nativeErc20 = view;
  const prices = scene.getPrices();
  expect(new Set(prices.keys())).toEqual(new Set([NATIVE_TOKEN, scene.metadata.wrappedToken, view]));
  for (const token of [scene.metadata.wrappedToken!, view]) {
    expect(prices.get(token)).toMatchObject({ usd: 2000, source: "wrapped" });
  }
});
