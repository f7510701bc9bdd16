import { setTimeout as sleep } from "node:timers/promises";
import { chainlinkFeeds, createRpc, getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import {
  advanceChain,
  copyBlocks,
  ensureChainState,
  findPriceClock,
  MARK_SECONDS,
  inTransaction,
  insertObservations,
  listPointsBetween,
  listTokensByAddress,
  lockCursor,
  rewindChain,
  unknownToken,
  upsertPriceSources,
  upsertTokens,
  writeHttpPrices,
} from "@portico/store";
import type { BlockRef, PriceObservation, PriceSource } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import type { TestDatabase } from "@portico/store/testing";
import fc from "fast-check";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPriceMetadata, listMetadataTokens } from "../evaluation/createPriceMetadata.ts";
import { evaluatePrices } from "../evaluation/evaluatePrices.ts";
import { writeDuePoints } from "./syncPricePoints.ts";
import type { PricePointJob } from "./syncPricePoints.ts";
import { createSeenSources } from "./lateSources.ts";
import { createPriceBook } from "../evaluation/priceBook.ts";
import { getDueMark, getFineStart, listMarks } from "./priceMarks.ts";

const chain = getChain("eth");
const WETH = chain.wrappedToken!;
const USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const DAY = 86_400;
const START = 1_735_689_600 + 1_000;
const address = (digit: string): Address => `0x${digit.repeat(40)}`;
const [X, Y] = [address("a"), address("b")] as const;
const source = (digit: string, given: Partial<PriceSource>): PriceSource => ({
  address: address(digit),
  kind: "v2",
  token0: null,
  token1: null,
  fee: null,
  feed: null,
  phase: null,
  blockNumber: 0n,
  ...given,
});
const feedOf = (token: Address): Address => chainlinkFeeds["eth"]![token]!.feed;
const sources: PriceSource[] = [
  source("1", { kind: "feed", feed: feedOf(NATIVE_TOKEN), phase: 1 }),
  source("2", { kind: "feed", feed: feedOf(NATIVE_TOKEN), phase: 2 }),
  source("3", { kind: "feed", feed: feedOf(USDC), phase: 1 }),
  source("4", { token0: X, token1: WETH }),
  source("5", { token0: X, token1: USDC }),
  source("6", { token0: X, token1: Y }),
];

let database: TestDatabase;
let job: PricePointJob;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 0n });
  const describe = (token: Address, decimals: number) => ({
    ...unknownToken("eth", token),
    decimals,
    isVerified: true,
  });
  await upsertTokens(db, [describe(X, 18), describe(Y, 18), describe(USDC, 6), describe(WETH, 18)]);
  const rpc = createRpc({ chain, urls: ["http://127.0.0.1:9"] }); // not called: nothing here holds reserves
  job = { db, chain, rpc, log: pino({ level: "silent" }), signal: new AbortController().signal };
});

afterAll(() => database.drop());

interface ObservedPrice {
  gap: number;
  source: number;
  size: number;
  price: number;
}

const observed = fc.record({
  gap: fc.oneof(fc.constantFrom(0, 12, 300), fc.nat(2_000), fc.nat(5 * 3600)),
  source: fc.nat(sources.length - 1),
  size: fc.constantFrom(1, 20, 1_000),
  price: fc.double({ min: 0.5, max: 2, noNaN: true }),
});

/** Feeds answer, and deep pools open: from then on there is something to price. */
const PRELUDE: ObservedPrice[] = [0, 2, 4, 5].map((index) => ({ gap: 1, source: index, size: 1_000, price: 1 }));

/** One block per entry, `gap` seconds after the previous one. */
function toObservations(
  list: readonly ObservedPrice[],
  after: { blockNumber: bigint; timeAt: number },
): PriceObservation[] {
  let { blockNumber, timeAt } = after;
  return list.map((one) => {
    blockNumber++;
    timeAt += one.gap;
    const { address: from, kind, token1 } = sources[one.source]!;
    const scaled = (usd: number, decimals: number): bigint =>
      BigInt(Math.round(usd * one.price * 1e6)) * 10n ** BigInt(decimals - 6);
    const empty = { address: from, blockNumber, timeAt, sqrtPrice: null, liquidity: null, supply: null };
    if (kind === "feed")
      return { ...empty, raw0: scaled(one.source === 2 ? 1 : 3000, 8), raw1: BigInt(timeAt - one.size) };
    const worth = token1 === WETH ? 1 / 3000 : 1;
    const decimals = token1 === USDC ? 6 : 18;
    return { ...empty, raw0: BigInt(one.size * 1_000) * 10n ** 18n, raw1: scaled(one.size * 1_000 * worth, decimals) };
  });
}

const refOf = (blockNumber: bigint, timeAt: number, fork = 0): BlockRef => ({
  blockNumber,
  timeAt,
  hash: `0x${(blockNumber * 16n + BigInt(fork)).toString(16).padStart(64, "0")}`,
});

async function clear(): Promise<void> {
  await sql`truncate block, price, price_source, price_observation, price_point, price_clock`.execute(database.db);
  await upsertPriceSources(database.db, "eth", sources);
}

/** Stores these, and a subsequent block that is the head. */
async function store(
  observations: readonly PriceObservation[],
  { headTime, after = 0n, fork = 0 }: { headTime: number; after?: bigint; fork?: number },
): Promise<BlockRef> {
  const blocks = observations.map(({ blockNumber, timeAt }) => refOf(blockNumber, timeAt, fork));
  const head = refOf((blocks.at(-1)?.blockNumber ?? after) + 1n, headTime, fork);
  await inTransaction(database.db, async (tx) => {
    await copyBlocks(tx, "eth", [...blocks, head]);
    await insertObservations(tx, "eth", observations);
    await advanceChain(tx, "eth", { logs: head, balances: head });
  });
  return head;
}

/** The stored price of every token at every mark. */
async function readPoints(marks: readonly number[]): Promise<Record<string, number>[]> {
  const tokens = [NATIVE_TOKEN, WETH, USDC, X, Y];
  const points = await listPointsBetween(database.db, "eth", tokens, marks[0] ?? 0, marks.at(-1) ?? 0);
  return marks.map((mark) =>
    Object.fromEntries(points.flatMap(({ token, timeAt, usd }) => (timeAt <= mark ? [[token, usd] as const] : []))),
  );
}

/** The same from all observations in memory, evaluated again at every mark. */
async function evaluateEach(observations: readonly PriceObservation[], marks: readonly number[]) {
  const tokens = await listTokensByAddress(database.db, "eth", listMetadataTokens(sources));
  const metadata = createPriceMetadata(chain, new Map(tokens.map((token) => [token.address, token])));
  const known: Record<string, number> = {};
  return marks.map((timeAt) => {
    const book = createPriceBook(sources, observations);
    const prices = evaluatePrices(book, metadata, { timeAt, reserves: () => undefined });
    for (const token of Object.keys(known)) known[token] = 0;
    for (const [token, { usd }] of prices) known[token] = usd;
    return { ...known };
  });
}

const listAllMarks = (head: BlockRef, first: number): number[] => [
  ...listMarks(Math.floor(first / MARK_SECONDS) * MARK_SECONDS, getDueMark(head.timeAt), getFineStart(head.timeAt)),
];

test("points equal an evaluation at every mark from all observations ever, through kills and reorgs", async () => {
  const scenario = fc.record({
    list: fc.array(observed, { minLength: 1, maxLength: 60 }),
    branch: fc.array(observed, { maxLength: 10 }),
    depth: fc.nat(8),
    tail: fc.nat(3 * DAY),
    pagePoints: fc.constantFrom(1, 7, 5_000),
    pageSize: fc.constantFrom(1, 3, 5_000),
    kills: fc.nat(3),
    raceMs: fc.option(fc.nat(40)),
  });
  let priced = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ list, branch, depth, tail, kills, raceMs, ...pages }) => {
      await clear();
      const observations = toObservations([...PRELUDE, ...list], { blockNumber: -1n, timeAt: START });
      const first = observations[0]!.timeAt;
      const headTime = observations.at(-1)!.timeAt + tail;
      const head = await store(observations, { headTime });
      for (let kill = 0; kill < kills; kill++) await killAfter(kill * 20 + 1, pages);
      const marks = listAllMarks(head, first);
      const running = writeDuePoints({ ...job, ...pages });
      await (raceMs === null ? running : sleep(raceMs));
      const isWritten = (await findPriceClock(database.db, "eth"))?.timeAt === getDueMark(headTime);
      const expected = isWritten ? await evaluateEach(observations, marks) : [];
      expect(isWritten ? await readPoints(marks) : []).toEqual(expected);
      expect(isWritten || raceMs !== null).toBe(true);
      priced += expected.filter((one) => (one[Y] ?? 0) > 0).length;
      const remaining = observations.slice(0, observations.length - Math.min(depth, list.length));
      const fork = refOf(remaining.at(-1)!.blockNumber, remaining.at(-1)!.timeAt);
      await inTransaction(database.db, async (tx) => {
        await lockCursor(tx, "eth", head.blockNumber);
        await rewindChain(tx, "eth", fork);
        await advanceChain(tx, "eth", { balances: null });
      });
      const added = toObservations(branch, fork);
      const nextTime = Math.max(added.at(-1)?.timeAt ?? fork.timeAt, headTime) + 900;
      const next = await store(added, { headTime: nextTime, after: fork.blockNumber, fork: 1 });
      await running;
      expect(await writeDuePoints({ ...job, ...pages })).toEqual(next);
      const nextMarks = listAllMarks(next, first);
      const left = await evaluateEach([...remaining, ...added], nextMarks);
      expect(await readPoints(nextMarks)).toEqual(left);
      priced += left.filter((one) => (one[Y] ?? 0) > 0).length;
    }),
    { numRuns: 10, endOnFailure: true },
  );
  expect(priced).toBeGreaterThan(50);
});

/** A run that ends after this many marks, as a killed process does. */
async function killAfter(marks: number, options: Partial<PricePointJob>): Promise<void> {
  let left = marks;
  const signal = Object.defineProperty(new AbortController().signal, "aborted", { get: () => left-- <= 0 });
  await writeDuePoints({ ...job, ...options, signal });
}

const HOURS: ObservedPrice[] = Array.from({ length: 30 }, (_, index) => ({
  gap: 1_700 + index,
  source: [0, 2, 3, 4, 5][index % 5]!,
  size: 1_000,
  price: 1 + index / 100,
}));

test("a pool that is found late also prices its tokens for earlier marks", async () => {
  await clear();
  const late = sources[5]!;
  await sql`delete from price_source where address = ${`\\x${late.address.slice(2)}`}`.execute(database.db);
  const all = toObservations([...PRELUDE, ...HOURS], { blockNumber: -1n, timeAt: START });
  const isLate = (observation: PriceObservation): boolean => observation.address === late.address;
  const headTime = all.at(-1)!.timeAt + 3_600;
  const head = await store(all, { headTime });
  await sql`delete from price_observation where address = ${`\\x${late.address.slice(2)}`}`.execute(database.db);
  const seen = createSeenSources();
  const marks = listAllMarks(head, START);
  await writeDuePoints(job, seen);
  expect((await readPoints(marks)).some((prices) => Y in prices)).toBe(false);

  await upsertPriceSources(database.db, "eth", [late]);
  await insertObservations(database.db, "eth", all.filter(isLate));
  const next = await store([], { headTime: headTime + 600, after: head.blockNumber });
  await writeDuePoints(job, seen);
  const nextMarks = listAllMarks(next, START);
  const expected = await evaluateEach(all, nextMarks);
  expect(expected.some((prices) => (prices[Y] ?? 0) > 0)).toBe(true);
  expect(await readPoints(nextMarks)).toEqual(expected);
});

test("a price of an operator's own server is in the points for a day, from the mark of its time", async () => {
  await clear();
  const Z = address("c");
  await store([], { headTime: START, after: -1n });
  const head = await store([], { headTime: START + 3_600 });
  const observedAt = head.timeAt - 500;
  await writeHttpPrices(database.db, "eth", head, {
    requested: [Z],
    prices: [{ token: Z, usd: 4.5, timeAt: observedAt }],
  });
  await writeDuePoints(job);
  await store([], { headTime: START + 3 * DAY, after: head.blockNumber });
  await writeDuePoints(job);
  const points = await listPointsBetween(database.db, "eth", [Z], 0, START + 9 * DAY);
  const mark = Math.ceil((observedAt - MARK_SECONDS + 1) / MARK_SECONDS) * MARK_SECONDS;
  const end = Math.ceil((observedAt + DAY + 1) / MARK_SECONDS) * MARK_SECONDS;
  expect(points).toEqual([
    { token: Z, timeAt: mark, usd: 4.5 },
    { token: Z, timeAt: end, usd: 0 },
  ]);
});
