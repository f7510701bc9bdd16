import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { findPriceClock, writePriceClock } from "./priceClock.ts";
import { findPointAt, listPointsBetween, thinPricePoints, writePricePoints } from "./pricePoints.ts";
import type { PricePoint } from "./pricePoints.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`truncate price_point, price_clock`.execute(db);
});

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [weth, usdc] = [address(0xa), address(0xb)];
const DAY = 86_400;
const MARK = 300;

test("the price at a time is the newest point's, zero included, and undefined before the first", async () => {
  const points = [
    { token: weth, timeAt: 600, usd: 0 },
    { token: weth, timeAt: 300, usd: 2_000.1 },
  ];
  await writePricePoints(db, "eth", points);
  await writePricePoints(db, "eth", []);
  const at = async (timeAt: number) => (await findPointAt(db, "eth", weth, timeAt))?.usd;
  expect([await at(299), await at(300), await at(599), await at(600), await at(9e8)]).toEqual([
    undefined,
    2_000.1,
    2_000.1,
    0,
    0,
  ]);
  await writePricePoints(db, "eth", [{ token: weth, timeAt: 600, usd: 1e-30 }]);
  expect(await at(600)).toBe(1e-30);
  expect(await findPointAt(db, "base", weth, 600)).toBeUndefined();
  expect(await findPointAt(db, "eth", usdc, 600)).toBeUndefined();
});

const points = fc.uniqueArray(
  fc.record({
    token: fc.constantFrom(weth, usdc),
    timeAt: fc.integer({ min: 1, max: (4 * DAY) / MARK }).map((n) => n * MARK),
    usd: fc.double({ min: 0, max: 1e9, noNaN: true }),
  }),
  { selector: ({ token, timeAt }) => `${token} ${timeAt}`, maxLength: 30 },
);
const time = fc.integer({ min: 0, max: 4 * DAY });
const byTime = (a: PricePoint, b: PricePoint) =>
  a.token === b.token ? a.timeAt - b.timeAt : a.token < b.token ? -1 : 1;
const last = (list: readonly PricePoint[]): PricePoint[] => list.toSorted(byTime).slice(-1);

test("points between two times are listed, and each token's newest before", async () => {
  await fc.assert(
    fc.asyncProperty(points, time, time, async (given, from, to) => {
      await sql`truncate price_point`.execute(db);
      await writePricePoints(db, "eth", given);
      const expected = [weth, usdc].flatMap((token) => {
        const own = given.filter((point) => point.token === token);
        const within = own.filter(({ timeAt }) => timeAt >= from && timeAt <= to);
        return [...last(own.filter(({ timeAt }) => timeAt < from)), ...within.toSorted(byTime)];
      });
      expect(await listPointsBetween(db, "eth", [usdc, weth, address(0xc)], from, to)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
  expect(await listPointsBetween(db, "eth", [], 0, 4 * DAY)).toEqual([]);
});

test("for past days only the close is stored, separately by token and chain", async () => {
  await fc.assert(
    fc.asyncProperty(points, time, async (given, before) => {
      await sql`truncate price_point`.execute(db);
      await writePricePoints(db, "eth", given);
      await writePricePoints(db, "base", given);
      await thinPricePoints(db, "eth", before);
      const day = ({ token, timeAt }: PricePoint) => `${token} ${Math.floor(timeAt / DAY)}`;
      const today = Math.floor(before / DAY) * DAY;
      const closes = Object.values(Object.groupBy(given, day)).flatMap((list = []) =>
        last(list).filter(({ timeAt }) => timeAt < today),
      );
      const expected = [...closes, ...given.filter(({ timeAt }) => timeAt >= today)].toSorted(byTime);
      expect(await listPointsBetween(db, "eth", [weth, usdc], 0, 5 * DAY)).toEqual(expected);
      expect(await listPointsBetween(db, "base", [weth, usdc], 0, 5 * DAY)).toHaveLength(given.length);
    }),
    { numRuns: 30 },
  );
});

test("the forward writer and the backfill set the clock without overwriting each other", async () => {
  expect(await findPriceClock(db, "eth")).toBeUndefined();
  await expect(writePriceClock(db, "eth", { firstTimeAt: 7 })).rejects.toThrow("never set");
  await writePriceClock(db, "eth", { timeAt: 900, goalTimeAt: 3 });
  await writePriceClock(db, "eth", { firstTimeAt: 7 });
  await writePriceClock(db, "eth", { timeAt: 1_200 });
  await writePriceClock(db, "eth", {});
  expect(await findPriceClock(db, "eth")).toEqual({ timeAt: 1_200, firstTimeAt: 7, goalTimeAt: 3 });
  await writePriceClock(db, "eth", { goalTimeAt: null });
  expect(await findPriceClock(db, "eth")).toEqual({ timeAt: 1_200, firstTimeAt: 7, goalTimeAt: null });
  expect(await findPriceClock(db, "base")).toBeUndefined();
});
