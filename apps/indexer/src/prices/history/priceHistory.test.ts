import { setTimeout as sleep } from "node:timers/promises";
import { chainlinkFeeds, createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { getPairAddress, listPools, startDevnet, v2PairAbi } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import { applyTokenList, findFirstBlock, findPointAt, findPriceClock, listPointsBetween } from "@portico/store";
import type { ListedToken, PricePoint, Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runIndexer } from "../../runIndexer.ts";
import { getBlock } from "../../source/blockRef.ts";
import { toLowerCase } from "../../testing/compare.ts";
import { startRpcProxy } from "../../testing/rpcProxy.ts";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { writePastDays } from "./backfillPrices.ts";
import type { PriceBackfillJob } from "./backfillPrices.ts";
import { createBlockTimes } from "./blockTimes.ts";
import { syncPricePoints, writeDuePoints } from "./syncPricePoints.ts";
import { getDueMark } from "./priceMarks.ts";
import { createMarket, DAY, tokenOf } from "../testing/playMarket.ts";
import type { Market } from "../testing/playMarket.ts";
import { readMarket } from "../testing/readMarket.ts";
import type { MarketTruth } from "../testing/readMarket.ts";

const chain = getChain("base");
const DAYS = 10;

let devnet: Devnet;
let database: TestDatabase;
let market: Market;
let truth: MarketTruth;
let job: PriceBackfillJob;
/** The first midnight of the market, and the start of the index. */
let [midnight, startTime] = [0, 0];

beforeAll(async () => {
  [devnet, database] = await Promise.all([
    startDevnet({ chains: ["base"], seed: 11, size: { people: 2, transactions: 10, days: 2 } }),
    createTestDatabase(),
  ]);
  const { rpcUrl } = devnet.chains.base!;
  market = createMarket(rpcUrl);
  const { rpc } = market;
  midnight = Math.ceil(Number((await rpc.getBlock()).timestamp) / DAY) * DAY;
  const days = [3000, 3300, 2900, 3100].map((coinUsd, index) => ({ coinUsd, isFresh: index !== 1 }));
  let startBlock = 0n;
  await market.fill(midnight + 12);
  for (const [index, day] of days.entries()) {
    if (index === 3) startBlock = (await rpc.getBlockNumber()) + 1n;
    await market.playDay(midnight + index * DAY, day);
  }
  await market.report(midnight + 4 * DAY + 60, 3050);
  await applyTokenList(database.db, "base", LISTED);
  await syncToHead(database.db, [{ chain: "base", rpcUrls: [rpcUrl], startBlock }]);
  startTime = (await findFirstBlock(database.db, "base"))!.timeAt;
  truth = await readMarket(rpc);
  const signal = new AbortController().signal;
  job = { db: database.db, chain, rpc, log: pino({ level: "silent" }), signal, days: DAYS, pauseMs: 0 };
});

afterAll(async () => {
  await Promise.all([devnet.stop(), database.drop()]);
});

const LISTED: ListedToken[] = ["WETH", "DEGEN", "AERO"].map((symbol) => ({
  address: tokenOf(symbol),
  name: symbol,
  symbol,
  decimals: 18,
  logoUrl: null,
  isCore: true,
}));

const priceOf = async (token: Address, timeAt: number, db: Store = database.db): Promise<number> =>
  (await findPointAt(db, "base", token, timeAt))?.usd ?? 0;

/** Relative error. */
const differ = (usd: number, expected: number): number => (usd === expected ? 0 : Math.abs(usd / expected - 1));

const listCloses = (): number[] =>
  Array.from({ length: DAYS }, (_, index) => Math.floor(startTime / DAY) * DAY - 300 - index * DAY);

const clear = () => sql`truncate price_point, price_clock`.execute(database.db);
const feedTokens = Object.keys(chainlinkFeeds["base"]!) as Address[];

const readAll = async (): Promise<PricePoint[]> =>
  listPointsBetween(database.db, "base", [...feedTokens, tokenOf("WETH"), tokenOf("DEGEN"), tokenOf("AERO")], 0, 2e9);

test("feeds: the price of a day is the newest round's at its close, and 0 if that was expired or there was none", async () => {
  expect(await writeDuePoints(job)).toBeDefined();
  expect(await writePastDays(job)).toBe(true);
  let priced = 0;
  for (const token of feedTokens) {
    for (const timeAt of listCloses()) {
      const usd = truth.feedUsd(token, timeAt);
      expect([token, timeAt, await priceOf(token, timeAt)]).toEqual([token, timeAt, usd]);
      if (usd > 0) priced++;
    }
  }
  expect(priced).toBeGreaterThan(10);
  const closes = listCloses();
  expect(await findPriceClock(database.db, "base")).toMatchObject({
    firstTimeAt: closes.at(-1),
    goalTimeAt: closes.at(-1),
  });
});

test("pools: the price of a day is the mean of the half hour before its close, at the coin's price of that time", async () => {
  const days = listCloses().slice(0, 3);
  expect(days.map((timeAt) => truth.coinUsd(timeAt) > 0)).toEqual([true, false, true]);
  for (const timeAt of days) {
    for (const symbol of ["DEGEN", "AERO"] as const) {
      const [usd, expected] = [await priceOf(tokenOf(symbol), timeAt), truth.poolUsd(symbol, timeAt)];
      expect(differ(usd, expected)).toBeLessThan(2e-4); // V2 sums prices, not their logarithms; V3 whole ticks
    }
  }
});

test("a pool share is worth its part of both sides at their prices of that time", async () => {
  const pool = listPools("base", "v2").find(({ token1, token0 }) => [token0.symbol, token1.symbol].includes("DEGEN"))!;
  const share = toLowerCase(getPairAddress("base", pool));
  const timeAt = listCloses()[0]!;
  const { blockNumber } = (await createBlockTimes(market.rpc, await getBlock(market.rpc, "latest")).find(timeAt))!;
  const read = { abi: v2PairAbi, address: share, blockNumber };
  const [[raw0, raw1], supply] = (await Promise.all([
    market.rpc.readContract({ ...read, functionName: "getReserves" }),
    market.rpc.readContract({ ...read, functionName: "totalSupply" }),
  ])) as [[bigint, bigint], bigint];
  const [usd0, usd1] = [await priceOf(tokenOf("WETH"), timeAt), await priceOf(tokenOf("DEGEN"), timeAt)];
  const expected = (2 * Math.sqrt(Number(raw0) * usd0 * Number(raw1) * usd1)) / Number(supply);
  expect(differ(await priceOf(share, timeAt), expected)).toBeLessThan(1e-9);
});

test("since the index began, every mark equals the events of the half hour before it", async () => {
  let priced = 0;
  for (let timeAt = Math.ceil(startTime / 300) * 300 + 1800; timeAt < midnight + 4 * DAY; timeAt += 300) {
    expect(await priceOf(NATIVE_TOKEN, timeAt)).toBe(truth.coinUsd(timeAt));
    for (const symbol of ["DEGEN", "AERO"] as const) {
      const usd = await priceOf(tokenOf(symbol), timeAt);
      if (usd === 0) continue; // no event since the index began, or the coin's feed is expired
      priced++;
      expect(differ(usd, truth.poolUsd(symbol, timeAt))).toBeLessThan(1e-9);
    }
  }
  expect(priced).toBeGreaterThan(10);
});

test("an interrupted backfill resumes, with the same points", async () => {
  const whole = await readAll();
  await clear();
  await writeDuePoints(job);
  for (let isDone = false; !isDone;) {
    let left = 4;
    const signal = Object.defineProperty(new AbortController().signal, "aborted", { get: () => left-- <= 0 });
    isDone = await writePastDays({ ...job, signal });
  }
  expect(await readAll()).toEqual(whole);
});

test("a node without historical states gives the days of feeds, and none of pools", async () => {
  await clear();
  const proxy = await startRpcProxy(devnet.chains.base!.rpcUrl, async (body, forward) => {
    if (!body.includes('"eth_getBalance"')) return forward(body);
    const { id } = JSON.parse(body) as { id: number };
    const error = { code: -32_000, message: "missing trie node" };
    return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  const rpc = createRpc({ chain, urls: [proxy.url], attempts: 1, baseDelayMs: 1 });
  await writeDuePoints(job);
  expect(await writePastDays({ ...job, rpc })).toBe(true);
  const [close] = listCloses();
  expect(await priceOf(NATIVE_TOKEN, close!)).toBe(truth.coinUsd(close!));
  expect(await priceOf(tokenOf("WETH"), close!)).toBe(truth.coinUsd(close!));
  expect(await priceOf(tokenOf("DEGEN"), close!)).toBe(0);
  await proxy.stop();
});

test("the block of a time is the newest that is not later", async () => {
  const { rpc } = market;
  const newest = await getBlock(rpc, "latest");
  const all = await Promise.all(
    Array.from({ length: Number(newest.blockNumber) + 1 }, (_, number) => getBlock(rpc, BigInt(number))),
  );
  const blocks = createBlockTimes(rpc, newest);
  for (const { timeAt } of all.toReversed()) {
    expect(await blocks.find(timeAt)).toEqual(all.findLast((block) => block.timeAt <= timeAt));
    expect(await blocks.find(timeAt - 1)).toEqual(all.findLast((block) => block.timeAt <= timeAt - 1));
  }
});

test("if no days are wanted, or the index has them all, nothing is written", async () => {
  await clear();
  await writeDuePoints(job);
  expect(await writePastDays({ ...job, days: 0 })).toBe(true);
  expect(await findPriceClock(database.db, "base")).toMatchObject({ firstTimeAt: null, goalTimeAt: null });
});

const getHeadTime = async (): Promise<number> => Number((await market.rpc.getBlock()).timestamp);
const forward = (method: string, ...params: unknown[]): Promise<Hex> =>
  market.rpc.request<{ Method: string; Parameters: unknown[]; ReturnType: Hex }>({ method, params });

const MINUTE = 60;

/** More than half an hour of answers and trades, from a given time. */
async function play(from: number, coinUsd: number, coins: number): Promise<void> {
  for (let at = from; at < from + 50 * MINUTE; at += 15 * MINUTE) {
    await market.reportCoin(at, coinUsd + (at - from) / 10);
    await market.trade(at + 2 * MINUTE, coins);
  }
}

async function untilWritten(db: Store): Promise<number> {
  const due = getDueMark(await getHeadTime());
  while ((await findPriceClock(db, "base"))?.timeAt !== due) await sleep(20);
  return due;
}

/** @returns the number of compared prices. */
async function expectTruth(db: Store, from: number, until: number): Promise<number> {
  const now = await readMarket(market.rpc);
  let compared = 0;
  for (let timeAt = Math.ceil(from / 300) * 300; timeAt <= until; timeAt += 300) {
    expect([timeAt, await priceOf(NATIVE_TOKEN, timeAt, db)]).toEqual([timeAt, now.coinUsd(timeAt)]);
    for (const symbol of ["DEGEN", "AERO"] as const) {
      const usd = await priceOf(tokenOf(symbol), timeAt, db);
      expect(differ(usd, now.poolUsd(symbol, timeAt))).toBeLessThan(1e-9);
      compared++;
    }
  }
  return compared;
}

test("an answer of a block that arrived during the read at the head is not the head's", async () => {
  const { db, drop } = await createTestDatabase();
  await applyTokenList(db, "base", LISTED);
  const start = (await getHeadTime()) + MINUTE;
  await market.reportCoin(start, 3000);
  const head = await getBlock(market.rpc, "latest");
  let isLate = false;
  const proxy = await startRpcProxy(devnet.chains.base!.rpcUrl, async (body, send) => {
    if (!body.includes("eth_call") || !body.includes(head.hash)) return send(body);
    if (!isLate) await market.reportCoin(start + 15 * MINUTE, 4000);
    isLate = true;
    return send(body.replaceAll(JSON.stringify({ blockHash: head.hash, requireCanonical: true }), '"latest"'));
  });
  const chains = [{ chain: "base", rpcUrls: [proxy.url], startBlock: head.blockNumber }];
  await syncToHead(db, chains);
  await market.trade(start + 20 * MINUTE, 1);
  await syncToHead(db, chains);
  await writeDuePoints({ ...job, db });
  expect(isLate).toBe(true);
  const [before, after] = [getDueMark(start + 15 * MINUTE), getDueMark(start + 20 * MINUTE)];
  expect([await priceOf(NATIVE_TOKEN, before, db), await priceOf(NATIVE_TOKEN, after, db)]).toEqual([3000, 4000]);
  await proxy.stop();
  await drop();
});

test("points follow the head of a running chain, and are those of the surviving branch", async () => {
  const { db, drop } = await createTestDatabase();
  await applyTokenList(db, "base", LISTED);
  const stop = new AbortController();
  const running = runIndexer({
    db,
    chains: listDevnetChains(devnet),
    log: pino({ level: "error" }),
    signal: stop.signal,
    pollMs: 10,
    sideJobs: [(work) => syncPricePoints({ ...work, pollMs: 10 })],
  });
  const start = (await getHeadTime()) + MINUTE;
  await play(start + 30 * MINUTE, 3000, 4);
  expect(await expectTruth(db, start, await untilWritten(db))).toBeGreaterThan(20);

  const fork = await getHeadTime();
  const snapshot = await forward("evm_snapshot");
  await play(fork + MINUTE, 3500, 40);
  await untilWritten(db);
  await forward("evm_revert", snapshot);
  await play(fork + 2 * MINUTE, 2500, 2);
  await market.reportCoin((await getHeadTime()) + 20 * MINUTE, 2600); // the new branch is the longer one
  expect(await expectTruth(db, start, await untilWritten(db))).toBeGreaterThan(40);
  stop.abort();
  await running;
  await drop();
});
