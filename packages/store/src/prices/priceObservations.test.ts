import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { insertObservations, listLastObservations, listObservationsBetween } from "./priceObservations.ts";
import type { PriceObservation } from "./priceObservations.ts";
import { listPriceSources, upsertPriceSources } from "./priceSources.ts";
import type { PriceSource } from "./priceSources.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => {
  await sql`truncate price_source, price_observation`.execute(db);
});

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const MAX = 2n ** 256n - 1n;
const pool: PriceSource = {
  address: address(0xb),
  kind: "v3",
  token0: address(1),
  token1: address(2),
  fee: 3_000,
  feed: null,
  phase: null,
  blockNumber: 7n,
};
const nothing = { token0: null, token1: null, fee: null, feed: null, phase: null };
const feed: PriceSource = { ...pool, ...nothing, address: address(0xa), kind: "feed", feed: address(3), phase: 65_535 };
const none: PriceSource = { ...pool, ...nothing, address: address(0xc), kind: "none" };
const unsaid = { raw0: null, raw1: null, sqrtPrice: null, liquidity: null, supply: null };
const observation = (n: number, blockNumber: bigint, fields: Partial<PriceObservation> = {}): PriceObservation => ({
  ...unsaid,
  address: address(n),
  blockNumber,
  timeAt: Number(blockNumber) * 12,
  ...fields,
});

test("sources of every kind are read as written, and a second write replaces the first", async () => {
  await upsertPriceSources(db, "eth", [none, pool, feed]);
  await upsertPriceSources(db, "base", [pool]);
  await upsertPriceSources(db, "eth", []);
  expect(await listPriceSources(db, "eth")).toEqual([feed, pool, none]);
  const seen: PriceSource = { ...none, kind: "rate", token0: address(1), blockNumber: 9n };
  await upsertPriceSources(db, "eth", [seen]);
  expect(await listPriceSources(db, "eth")).toEqual([feed, pool, seen]);
  expect(await listPriceSources(db, "base")).toEqual([pool]);
});

test("an observation is read exactly, including negative ones", async () => {
  const answered = observation(0xa, 8n, { raw0: -(2n ** 191n), raw1: 1_700_000_000n });
  const traded = observation(0xb, 8n, { sqrtPrice: 2n ** 160n - 1n, liquidity: 0n });
  const reserves = observation(0xb, 9n, { raw0: MAX, raw1: 0n, supply: MAX });
  await insertObservations(db, "eth", [reserves, traded, answered]);
  await insertObservations(db, "eth", []);
  expect(await listObservationsBetween(db, "eth", 7n, 9n)).toEqual([answered, traded, reserves]);
  expect(await listObservationsBetween(db, "eth", 8n, 9n)).toEqual([reserves]);
  expect(await listObservationsBetween(db, "base", 0n, 9n)).toEqual([]);
});

test("for the same block and source, given fields replace stored ones, and the rest remain", async () => {
  await insertObservations(db, "eth", [observation(0xb, 8n, { raw0: 1n, raw1: 2n })]);
  await insertObservations(db, "eth", [observation(0xb, 8n, { raw1: 3n, supply: 4n })]);
  expect(await listObservationsBetween(db, "eth", 7n, 8n)).toEqual([
    observation(0xb, 8n, { raw0: 1n, raw1: 3n, supply: 4n }),
  ]);
});

test("the newest observation at a block is one per source, and none for addresses that are not a source", async () => {
  await upsertPriceSources(db, "eth", [none, pool, feed]);
  const [first, second, third] = [observation(0xb, 5n), observation(0xb, 8n, { raw0: 1n }), observation(0xb, 9n)];
  await insertObservations(db, "eth", [first, second, third, observation(0xc, 5n), observation(0xa, 9n)]);
  expect(await listLastObservations(db, "eth", 8n)).toEqual([second]);
  expect(await listLastObservations(db, "eth", 4n)).toEqual([]);
  expect(await listLastObservations(db, "eth", 9n)).toEqual([observation(0xa, 9n), third]);
});

test("pages never split a block, and together contain everything exactly once", async () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 })), {
    selector: ([n, block]) => `${n} ${block}`,
  });
  await fc.assert(
    fc.asyncProperty(pairs, fc.integer({ min: 1, max: 4 }), async (given, limit) => {
      await sql`truncate price_observation`.execute(db);
      await insertObservations(
        db,
        "eth",
        given.map(([n, block]) => observation(n, BigInt(block))),
      );
      const all = await listObservationsBetween(db, "eth", 0n, 6n);
      expect(all).toHaveLength(given.length);
      const paged: PriceObservation[] = [];
      for (let after = 0n, page; ; after = page.at(-1)!.blockNumber) {
        page = await listObservationsBetween(db, "eth", after, 6n, limit);
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(paged).toEqual(all);
    }),
    { numRuns: 20 },
  );
});
