import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { createRpcRates } from "./rpcRates.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";

const RULES = { recoveryMs: 10_000_000, liftedMs: 100_000_000, maxReservedMs: 60_000, minRate: 1 };
const BLOCK_MS = 20_000;

let database: TestDatabase;
let other: Store;

beforeAll(async () => {
  database = await createTestDatabase();
  other = openDatabase(database.url, { max: 2 });
});
afterAll(async () => {
  await closeDatabase(other);
  await database.drop();
});

test("processes that share an endpoint take turns at the set rate, and reservations are bounded", async () => {
  const [ours, theirs] = [createRpcRates(database.db, RULES), createRpcRates(other, RULES)];
  const reserve = async (by: typeof ours) => (await by.reserve("a", 10, { maxRps: 0.5 })).waitMs;
  const waits = await Promise.all([ours, theirs, ours, theirs, theirs].map(reserve));
  expect(waits.toSorted((a, b) => a - b).map((wait) => Math.round(wait / BLOCK_MS))).toEqual([0, 1, 2, 3, 3]);
});

test("a rate halved by one process is halved for the others, once for earlier calls, and grows again", async () => {
  const [ours, theirs] = [createRpcRates(database.db, RULES), createRpcRates(other, RULES)];
  const readRate = async () => (await theirs.reserve("b", 1, { maxRps: undefined })).rate;
  expect(await readRate()).toBeUndefined();
  await ours.halve("b", { maxRps: undefined, ageMs: 0, sentRps: 80, takenRps: 0 });
  expect(await readRate()).toBeCloseTo(40, 1);
  await theirs.halve("b", { maxRps: undefined, ageMs: 3_600_000, sentRps: 80, takenRps: 0 });
  expect(await readRate()).toBeCloseTo(40, 1);
  await theirs.halve("b", { maxRps: undefined, ageMs: 0, sentRps: 80, takenRps: 0 });
  expect(await readRate()).toBeCloseTo(20, 1);
  expect((await ours.reserve("b", 1, { maxRps: 5 })).rate).toBe(5);
  const later = createRpcRates(other, { ...RULES, recoveryMs: 0.001 });
  expect((await later.reserve("b", 1, { maxRps: undefined })).rate).toBeGreaterThan(20.5);
  const lifted = createRpcRates(other, { ...RULES, liftedMs: 0 });
  expect(await lifted.reserve("b", 1, { maxRps: undefined })).toEqual({ waitMs: 0, rate: undefined });
});

test("a refusal of a process with few calls at most halves the rate of busy ones", async () => {
  const [often, seldom] = [createRpcRates(database.db, RULES), createRpcRates(other, RULES)];
  const ofOften = { maxRps: undefined, sentRps: 100, takenRps: 50 };
  const ofSeldom = { maxRps: undefined, sentRps: 1, takenRps: 1 };
  const readRate = async (endpoint: string) => (await often.reserve(endpoint, 1, { maxRps: undefined })).rate;
  await often.halve("c", { ...ofOften, ageMs: 0 });
  await seldom.halve("c", { ...ofSeldom, ageMs: 0 });
  expect(await readRate("c")).toBeCloseTo(25, 1);
  await seldom.halve("d", { ...ofSeldom, ageMs: 0 });
  await often.halve("d", { ...ofOften, ageMs: 3_600_000 }); // sent before the halving
  expect(await readRate("d")).toBeCloseTo(25, 1);
  await often.reserve("e", 1, { maxRps: 60 });
  await seldom.halve("e", { ...ofSeldom, maxRps: 60, ageMs: 0 });
  expect(await readRate("e")).toBeCloseTo(30, 1);
});
