import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { createEndpointProfiles } from "./endpointProfiles.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { TestDatabase } from "../testing/testDatabase.ts";

const DAY_MS = 86_400_000;
const limit = (name: string, value: number, message = "") => ({ name, value, message, learnedAt: 0 });

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

const valuesOf = async (db: Store, endpoint: string, lifetimeMs = DAY_MS) => {
  const { limits } = await createEndpointProfiles(db, { lifetimeMs }).read(endpoint);
  return Object.fromEntries(limits.map(({ name, value }) => [name, value]));
};

test("another process reads what one has learned; the smaller value counts, except of a rate", async () => {
  const ours = createEndpointProfiles(database.db, { lifetimeMs: DAY_MS });
  await ours.add("a", limit("log_blocks", 1_000, "max is 1k blocks"));
  await ours.add("a", limit("log_blocks", 10));
  await ours.add("a", limit("log_blocks", 500));
  await ours.add("a", limit("rate", 10));
  await ours.add("a", limit("rate", 20));
  expect(await valuesOf(other, "a")).toEqual({ log_blocks: 10, rate: 20 });
  expect(await valuesOf(other, "b")).toEqual({});
  const [{ learnedAt } = limit("", 0)] = (await ours.read("a")).limits;
  expect(Math.abs(Date.now() - learnedAt)).toBeLessThan(DAY_MS / 24);
});

test("an expired limit is neither read nor smaller", async () => {
  const ours = createEndpointProfiles(database.db, { lifetimeMs: DAY_MS });
  await ours.add("c", limit("batch", 1));
  await sql`update endpoint_limit set learned_at = clock_timestamp() - interval '25 hours' where endpoint = 'c'`.execute(
    database.db,
  );
  expect(await valuesOf(other, "c")).toEqual({});
  await ours.add("c", limit("batch", 50));
  expect(await valuesOf(other, "c")).toEqual({ batch: 50 });
});

test("a new version of the software deletes the limits, one of several that are known doesn't", async () => {
  const ours = createEndpointProfiles(database.db, { lifetimeMs: DAY_MS });
  await ours.add("d", limit("batch", 1));
  await ours.addVersion("d", "Geth/v1.16.0");
  expect(await valuesOf(other, "d")).toEqual({ batch: 1 });
  await ours.addVersion("d", "erigon/3.1.0");
  expect(await valuesOf(other, "d")).toEqual({});
  await ours.add("d", limit("batch", 2));
  await ours.addVersion("d", "Geth/v1.16.0");
  expect(await valuesOf(other, "d")).toEqual({ batch: 2 });
  for (let version = 0; version < 12; version++) await ours.addVersion("d", `other/${version}`);
  expect((await ours.read("d")).versions).toHaveLength(8);
  expect((await ours.read("d")).versions[0]).toBe("other/11");
});

test("a process that only reads writes nothing", async () => {
  const reader = createEndpointProfiles(other, { lifetimeMs: DAY_MS, isReadOnly: true });
  await reader.add("e", limit("batch", 1));
  await reader.addVersion("e", "Geth/v1.16.0");
  expect(await reader.read("e")).toEqual({ versions: [], limits: [] });
});
