import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { writeBalances } from "../balances/writeBalances.ts";
import { copyBlocks } from "../chains/blocks.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Address } from "../encoding/bytea.ts";
import { rewindChain } from "../reorg/rewind.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import {
  addPriceBackfills,
  advancePriceBackfills,
  listBackfilledTokens,
  listPriceBackfills,
  listUnpricedTimes,
  restartPriceBackfills,
} from "./priceBackfills.ts";
import { writePriceClock } from "./priceClock.ts";
import { writePricePoints } from "./pricePoints.ts";
import { replacePrices } from "./prices.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const NATIVE: Address = `0x${"ee".repeat(20)}`;
const [held, spent, fresh, unowned, external] = [1, 2, 3, 4, 5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const DAY = 86_400;
/** A midnight. */
const START = 1_700_006_400;
const OWN = { startAt: START, nextAt: START + 2_100 };
const block = (n: number, timeAt: number) =>
  ({ blockNumber: BigInt(n), timeAt, hash: `0x${String(n).padStart(64, "0")}` }) as const;

beforeEach(async () => {
  await sql`truncate chain_state, block, balance, price, price_point, price_clock, price_backfill`.execute(db);
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock: 5n, mode: "owners" });
  await copyBlocks(db, "eth", [block(5, START + 10), block(9, START + 2_000)]);
  await advanceChain(db, "eth", { logs: block(9, START + 2_000), balances: block(9, START + 2_000) });
  await writePriceClock(db, "eth", { timeAt: START + 1_800 });
  await writePricePoints(db, "eth", [
    { token: held, timeAt: START - DAY, usd: 1 }, // of an earlier close
    { token: held, timeAt: START + 300, usd: 2 },
    { token: spent, timeAt: START + 300, usd: 0 },
    { token: spent, timeAt: START + 900, usd: 3 },
  ]);
  const price = { usd: 1, source: "uniswap2", blockNumber: 9n, timeAt: START };
  const tokens = [NATIVE, held, spent, fresh, unowned].map((token) => ({ ...price, token }));
  await replacePrices(db, "eth", [...tokens, { ...price, token: external, source: "http" }]);
  await writeBalances(db, "eth", 9n, [
    { owner: address(0xa), token: held, rawAmount: 1n },
    { owner: address(0xa), token: spent, rawAmount: 0n },
    { owner: address(0xa), token: fresh, rawAmount: 1n },
    { owner: address(0xa), token: external, rawAmount: 1n },
  ]);
});

test("past prices are read of tokens that an owner holds or held and of the coin, up to the index's own points", async () => {
  await addPriceBackfills(db, "eth", OWN);
  await addPriceBackfills(db, "eth", OWN);
  const expected = [
    [held, START + 300],
    [spent, START + 900],
    [fresh, OWN.nextAt],
    [NATIVE, OWN.nextAt],
  ].map(([token, at]) => ({ token, untilAt: at, sinceAt: at }));
  expect(await listPriceBackfills(db, "eth")).toEqual(expected);
});

test("a step counts only for tokens that are where it began, and those of which nothing is owned rest", async () => {
  await addPriceBackfills(db, "eth", OWN);
  const [first, second] = await listPriceBackfills(db, "eth");
  const backfills = [first!, { ...second!, sinceAt: 1 }];
  expect(await advancePriceBackfills(db, "eth", { backfills, sinceAt: START - DAY })).toBe(1);
  await sql`delete from balance where token = ${`\\x${spent.slice(2)}`}`.execute(db);
  const rows = await listPriceBackfills(db, "eth");
  expect(rows.map(({ token, sinceAt }) => [token, sinceAt])).toEqual([
    [held, START - DAY],
    [fresh, START + 2_100],
    [NATIVE, START + 2_100],
  ]);
});

test("a token's past prices are read again from a later mark, or from where they ended", async () => {
  await addPriceBackfills(db, "eth", OWN);
  const backfills = await listPriceBackfills(db, "eth");
  await advancePriceBackfills(db, "eth", { backfills: backfills.slice(0, 1), sinceAt: START - DAY });
  await advancePriceBackfills(db, "eth", { backfills: backfills.slice(2, 3), sinceAt: START - DAY });
  expect((await listBackfilledTokens(db, "eth")).toSorted()).toEqual(backfills.map(({ token }) => token).toSorted());
  await restartPriceBackfills(db, "eth", { tokens: [held, fresh], nextAt: START + 1_500 });
  expect((await listPriceBackfills(db, "eth")).map(({ untilAt, sinceAt }) => [untilAt, sinceAt])).toEqual([
    [START + 1_500, START + 1_500],
    [START + 900, START + 900],
    [OWN.nextAt, OWN.nextAt],
    [OWN.nextAt, OWN.nextAt],
  ]);
});

test("past prices that end after a fork are read again, others are not", async () => {
  await addPriceBackfills(db, "eth", OWN);
  await rewindChain(db, "eth", block(5, START + 600));
  expect((await listPriceBackfills(db, "eth")).map(({ token }) => token)).toEqual([held]);
});

test("times without a price are the marks of blocks, and long ago the closes before their days", async () => {
  const times = [-10 * DAY - 1, -3 * DAY + 5, -3 * DAY + 9, -DAY + 1_000, -DAY + 1_100, -500];
  await copyBlocks(
    db,
    "eth",
    times.map((time, index) => block(100 + index, START + time)),
  );
  await writePricePoints(db, "eth", [{ token: NATIVE, timeAt: START - 600, usd: 0 }]);
  const query = { token: NATIVE, fineSince: START - 2 * DAY, until: START, limit: 9 };
  const expected = [START - DAY + 900, START - 3 * DAY - 300, START - 11 * DAY - 300];
  expect(await listUnpricedTimes(db, "eth", query)).toEqual(expected);
  expect(await listUnpricedTimes(db, "eth", { ...query, limit: 1 })).toEqual(expected.slice(0, 1));
});
