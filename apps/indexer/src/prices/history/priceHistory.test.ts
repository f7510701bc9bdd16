import { setTimeout as sleep } from "node:timers/promises";
import { chainlinkFeeds, createRpc, getChain, NATIVE_TOKEN, v3PoolAbi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { getPairAddress, getPoolAddress, listPools, startDevnet, v2PairAbi } from "@portico/devnet";
import type { Devnet } from "@portico/devnet";
import {
  applyTokenList,
  copyBlocks,
  findFirstBlock,
  findPointAt,
  findPriceClock,
  listPointsBetween,
  listPricesByToken,
} from "@portico/store";
import type { ListedToken, PricePoint, Store } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runIndexer } from "../../runIndexer.ts";
import { getBlock } from "../../source/blockRef.ts";
import { toLowerCase } from "../../testing/compare.ts";
import { startRpcProxy } from "../../testing/rpcProxy.ts";
import { listDevnetChains, syncToHead } from "../../testing/sync.ts";
import { createOwnerPriceRounds, writeEarlierPrices } from "./backfillOwnerPrices.ts";
import type { OwnerPriceJob } from "./backfillOwnerPrices.ts";
import { writePastDays } from "./backfillPrices.ts";
import type { PriceBackfillJob } from "./backfillPrices.ts";
import { createBlockTimes } from "./blockTimes.ts";
import { syncPricePoints, writeDuePoints } from "./syncPricePoints.ts";
import { getDueMark } from "./priceMarks.ts";
import { WINDOW_SECONDS } from "../evaluation/priceRules.ts";
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

const HOUR = 60 * MINUTE;
const HELD = ["WETH", "DEGEN", "AERO"].map(tokenOf);

/** A chain that is followed for owners from its head on. */
async function followFromHere(db: Store, listed = LISTED, held = HELD): Promise<OwnerPriceJob> {
  const start = await getBlock(market.rpc, "latest");
  const chains = listDevnetChains(devnet).map((one) => ({ ...one, startBlock: start.blockNumber }));
  await applyTokenList(db, "base", listed);
  const owned = chains.map((one) => ({ ...one, mode: "owners" as const }));
  await syncToHead(db, owned);
  await market.trade(start.timeAt + 20 * MINUTE, 2);
  await Promise.all([syncToHead(db, owned), syncToHead(database.db, chains)]);
  await sql`insert into balance (chain, owner, token, block_number, raw_amount)
    select 'base', decode(repeat('0a', 20), 'hex'), decode(substr(token, 3), 'hex'), ${start.blockNumber}, 0
    from unnest(${held}::text[]) as t(token)`.execute(db);
  await clear();
  await Promise.all([writeDuePoints(job), writeDuePoints({ ...job, db })]);
  return { ...job, db, days: 2, maxRate: Number.POSITIVE_INFINITY };
}

/** Prices of the native coin and held tokens in force at these times, by token. */
async function readPrices(db: Store, times: readonly number[]): Promise<number[][]> {
  const tokens = [NATIVE_TOKEN, ...HELD];
  const points = Map.groupBy(await listPointsBetween(db, "base", tokens, 0, 2e9), ({ token }) => token);
  return tokens.map((token) =>
    times.map((time) => points.get(token)?.findLast(({ timeAt }) => timeAt <= time)?.usd ?? 0),
  );
}

/** @returns the number of compared prices. */
function expectSame(prices: readonly number[][], expected: readonly number[][]): number {
  for (const [index, list] of prices.entries()) {
    const differences = list.filter((usd, at) => !(differ(usd, expected[index]![at]!) < 2e-4));
    expect(differences).toEqual([]);
  }
  return expected.flat().filter((usd) => usd > 0).length;
}

/** Until nothing is left to read; each time after some steps it is as if the process began again. */
async function readEarlierPrices(owned: OwnerPriceJob): Promise<number> {
  let requests = 0;
  for (let isMore = true; isMore;) {
    const rounds = createOwnerPriceRounds(owned);
    for (let count = 0; count < 50 && isMore; count++) isMore = (await writeEarlierPrices(owned, rounds)) === "more";
    requests += rounds.reader.countRequests();
  }
  return requests;
}

let followed: TestDatabase;
let owned: OwnerPriceJob;

test("where only owners are indexed, earlier prices of their tokens are those of a full index", async () => {
  followed = await createTestDatabase();
  const end = (await getHeadTime()) + 3 * DAY;
  for (const hoursAgo of [40, 34, 24.5, 20, 5, 1]) await play(end - hoursAgo * HOUR, 2_500 + hoursAgo, 3);
  owned = await followFromHere(followed.db);
  const { db } = followed;
  const start = (await findFirstBlock(db, "base"))!.timeAt;
  expect(await priceOf(NATIVE_TOKEN, start, db)).toBe(0);
  const requests = await readEarlierPrices(owned);
  const headTime = await getHeadTime();
  const day = Array.from({ length: 288 }, (_, index) => getDueMark(headTime) - index * 300);
  const dayBefore = Array.from({ length: 22 }, (_, index) => (Math.floor(headTime / HOUR) - 25 - index) * HOUR);
  for (const [times, least] of [
    [day, 150],
    [dayBefore, 7],
  ] as const) {
    const [prices, expected] = [await readPrices(db, times), await readPrices(database.db, times)];
    expect(expectSame(prices, expected)).toBeGreaterThan(least);
  }
  const [dayAgo, expectedDayAgo] = await Promise.all([db, database.db].map(listDayAgo));
  expect(expectSame([dayAgo!], [expectedDayAgo!])).toBeGreaterThan(3);
  expect(requests / (day.length + 24)).toBeLessThan(3);
});

const listDayAgo = async (db: Store): Promise<number[]> =>
  (await listPricesByToken(db, "base", [NATIVE_TOKEN, ...HELD]))
    .toSorted((a, b) => (a.token < b.token ? -1 : 1))
    .map(({ dayAgoUsd }) => dayAgoUsd ?? 0);

test("the coin has a price for earlier days on which an owner has a transaction, to its end", async () => {
  const { db } = followed;
  const now = await readMarket(market.rpc);
  const closeBefore = (day: number): number => midnight + (day + 1) * DAY - 300;
  const blocks = createBlockTimes(market.rpc, await getBlock(market.rpc, "latest"));
  const store = async (...days: number[]): Promise<void> => {
    const found = days.map(async (day) => (await blocks.find(closeBefore(day) + 23 * HOUR))!);
    await copyBlocks(db, "base", await Promise.all(found));
    await readEarlierPrices({ ...owned, searchMs: 0 });
  };
  const lastOf = (day: number): number => closeBefore(day) + 300 + DAY - 1;
  await store(0, 2);
  for (const day of [0, 2]) {
    const usd = now.coinUsd(closeBefore(day));
    expect([usd > 0, await priceOf(NATIVE_TOKEN, closeBefore(day), db)]).toEqual([true, usd]);
    expect(await priceOf(NATIVE_TOKEN, lastOf(day), db)).toBe(usd);
  }
  expect(await priceOf(NATIVE_TOKEN, lastOf(0) + 1, db)).toBe(0);
  await store(3); // the day after one whose price was read before
  expect(now.coinUsd(closeBefore(3))).toBeGreaterThan(0);
  expect(await priceOf(NATIVE_TOKEN, lastOf(3), db)).toBe(now.coinUsd(closeBefore(3)));
});

test("prices are unknown, not zero, before the states that the node has", async () => {
  const { db, drop } = followed;
  const own = await sql<{ until_at: bigint }>`delete from price_backfill returning until_at`.execute(db);
  const until = Math.min(...own.rows.map(({ until_at }) => Number(until_at)));
  await sql`delete from price_point where time_at < ${until}`.execute(db);
  const oldest = (await createBlockTimes(market.rpc, await getBlock(market.rpc, "latest")).find(until - HOUR))!;
  const proxy = await startRpcProxy(devnet.chains.base!.rpcUrl, async (body, send) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [unknown, Hex] };
    if (method !== "eth_getBalance" || BigInt(params[1]) >= oldest.blockNumber) return send(body);
    const error = { code: -32_000, message: "missing trie node" };
    return { status: 200, body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  const rpc = createRpc({ chain, urls: [proxy.url], attempts: 1, baseDelayMs: 1, batchSize: 1 });
  await readEarlierPrices({ ...owned, rpc });
  const points = await listPointsBetween(db, "base", [tokenOf("DEGEN"), NATIVE_TOKEN], 0, until - 1);
  const startOf = (token: Address) => points.find((point) => point.token === token)?.timeAt ?? until;
  expect(startOf(tokenOf("DEGEN"))).toBe(Math.ceil((oldest.timeAt + WINDOW_SECONDS) / 300) * 300);
  expect(startOf(NATIVE_TOKEN)).toBeLessThan(until - DAY);
  await proxy.stop();
  await drop();
});

/** A pegged token's price at a time: its feed's, unless its pools with the coin, which nobody trades in, contradict it. */
async function createPegTruth(token: Address): Promise<(timeAt: number) => number> {
  const pool = listPools("base", "v3").find(({ token0, token1 }) => [token0.symbol, token1.symbol].includes("cbBTC"))!;
  const address = getPoolAddress("base", pool);
  const [sqrtPrice] = await market.rpc.readContract({ abi: v3PoolAbi, address, functionName: "slot0" });
  const ratio = (Number(sqrtPrice) / 2 ** 96) ** 2 * 10 ** (pool.token0.decimals - pool.token1.decimals);
  const now = await readMarket(market.rpc);
  return (timeAt) => {
    const usd = now.coinUsd(timeAt) * (pool.token0.symbol === "cbBTC" ? ratio : 1 / ratio);
    const feed = now.feedUsd(token, timeAt);
    return feed > 0 && usd > 0 && Math.abs(usd / feed - 1) > 0.03 ? usd : feed;
  };
}

test("prices are read again with pools that are found later, also of the index's first marks", async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const bitcoin = tokenOf("cbBTC");
  const start = (await getHeadTime()) + 15 * MINUTE;
  for (const minutes of [0, 30, 60, 90]) await market.report(start + minutes * MINUTE, 1_500 + minutes);
  const pegged = { ...(await followFromHere(db, [], [bitcoin])), days: 0.1 };
  await readEarlierPrices(pegged);
  const readErrors = async (): Promise<number[]> => {
    const [head, truthOf] = [getDueMark(await getHeadTime()), await createPegTruth(bitcoin)];
    const errors: number[] = [];
    for (let timeAt = head; timeAt > start; timeAt -= 300) {
      errors.push(differ(await priceOf(bitcoin, timeAt, db), truthOf(timeAt)));
    }
    return errors;
  };
  expect((await readErrors()).filter((error) => error > 0.03).length).toBeGreaterThan(10);

  await applyTokenList(db, "base", [LISTED[0]!, { ...LISTED[0]!, address: bitcoin, symbol: "cbBTC", decimals: 8 }]);
  await market.trade((await getHeadTime()) + 2 * MINUTE, 1);
  await syncToHead(
    db,
    listDevnetChains(devnet).map((one) => ({ ...one, mode: "owners" as const })),
  );
  await writeDuePoints({ ...job, db });
  await readEarlierPrices(pegged);
  expect((await readErrors()).filter((error) => !(error < 2e-4))).toEqual([]);
});
