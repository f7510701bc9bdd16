import { closeDatabase, createAccessKey, mintAccessKey, openDatabase, revokeAccessKey } from "@portico/store";
import type { RootOperationNode } from "kysely";
import { ServiceError } from "../errors.ts";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccessKeyCheck } from "./accessKeyCheck.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An unreachable database: queries reject with ECONNREFUSED. */
async function withoutDatabase<T>(work: (keys: ReturnType<typeof createAccessKeyCheck>) => Promise<T>): Promise<T> {
  const db = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  try {
    return await work(createAccessKeyCheck(db));
  } finally {
    await closeDatabase(db);
  }
}

test.each(["", " ", "pk_", "x".repeat(52), "ü".repeat(52), `pk_${"A".repeat(49)}`, `${mintAccessKey()}x`])(
  "%j is rejected without a query",
  async (key) => {
    await withoutDatabase((keys) => expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_invalid" }));
  },
);

test("a failed look-up is not cached as an invalid key", async () => {
  const key = mintAccessKey();
  await withoutDatabase(async (keys) => {
    await expect(keys.check(key)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(keys.check(key)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

test("a valid key is looked up once, and again after its deletion from the cache", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  const keys = createAccessKeyCheck(database.db);
  expect(await keys.check(key)).toMatchObject({ id });
  await revokeAccessKey(database.db, id);
  expect(await keys.check(key)).toMatchObject({ id });
  keys.clear();
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_revoked" });
});

test("without notifications a cached key is valid for 3 seconds more, then each call looks it up", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  const { id: other, key: otherKey } = await createAccessKey(database.db, { name: "other" });
  let now = 1_000;
  const keys = createAccessKeyCheck(database.db, { now: () => now });
  await keys.check(key);
  keys.setReceiving(false);
  await keys.check(otherKey);
  await revokeAccessKey(database.db, id);
  await revokeAccessKey(database.db, other);
  await expect(keys.check(otherKey)).rejects.toMatchObject({ code: "access_key_revoked" });
  now = 3_999;
  expect(await keys.check(key)).toMatchObject({ id });
  now = 4_000;
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_revoked" });
  keys.setReceiving(true);
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_revoked" });
});

test("a cached key expires on time", async () => {
  const { key } = await createAccessKey(database.db, { name: "test", expiresAt: new Date(1000) });
  let now = 999;
  const keys = createAccessKeyCheck(database.db, { now: () => now });
  expect(await keys.check(key)).toMatchObject({ name: "test" });
  now = 1000;
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_invalid" });
});

test("random keys do not evict one in use", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  const keys = createAccessKeyCheck(database.db, { max: 300 });
  await keys.check(key);
  await revokeAccessKey(database.db, id); // so that a second look-up would show
  for (let round = 0; round < 4; round++) {
    await Promise.allSettled(Array.from({ length: 100 }, () => keys.check(mintAccessKey())));
    expect(await keys.check(key)).toMatchObject({ id });
  }
});

test("K06 of 10⁴ well-formed keys no more are looked up than allowed, and a valid one passes without being counted", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  let [queries, counted] = [0, 0];
  const transformQuery = ({ node }: { node: RootOperationNode }) => (queries++, node);
  const counting = database.db.withPlugin({ transformQuery, transformResult: async ({ result }) => result });
  const keys = createAccessKeyCheck(counting);
  const count = async () => {
    if (++counted > 20) throw new ServiceError("rate_limited", "Too many");
  };
  expect(await keys.check(key, count)).toMatchObject({ id });
  const codes: Record<string, number> = {};
  for (let tried = 0; tried < 10_000; tried++) {
    await keys.check(mintAccessKey(), count).catch(({ code }: ServiceError) => (codes[code] = (codes[code] ?? 0) + 1));
  }
  expect(codes).toEqual({ access_key_invalid: 19, rate_limited: 9_981 });
  keys.clear();
  expect(await keys.check(key, count)).toMatchObject({ id });
  expect([queries, counted]).toEqual([21, 10_001]);
  const bad = mintAccessKey();
  const letThrough = async () => void counted++;
  for (let tried = 0; tried < 3; tried++) await keys.check(bad, letThrough).catch(() => undefined);
  expect([queries, counted]).toEqual([22, 10_002]);
});
