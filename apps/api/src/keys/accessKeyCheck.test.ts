import { closeDatabase, createAccessKey, mintAccessKey, openDatabase, revokeAccessKey } from "@portico/store";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccessKeyCheck } from "./accessKeyCheck.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A database that nobody serves: a query of it rejects with ECONNREFUSED. */
async function withoutDatabase<T>(work: (keys: ReturnType<typeof createAccessKeyCheck>) => Promise<T>): Promise<T> {
  const db = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  try {
    return await work(createAccessKeyCheck(db));
  } finally {
    await closeDatabase(db);
  }
}

test.each(["", " ", "pk_", "x".repeat(52), "ü".repeat(52), `pk_${"A".repeat(49)}`, `${mintAccessKey()}x`])(
  "%j is refused without a query",
  async (key) => {
    await withoutDatabase((keys) => expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_invalid" }));
  },
);

test("a look-up that fails is not remembered as a bad key", async () => {
  const key = mintAccessKey();
  await withoutDatabase(async (keys) => {
    await expect(keys.check(key)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(keys.check(key)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});

test("a good key is looked up once, and again after forget", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  const keys = createAccessKeyCheck(database.db);
  expect(await keys.check(key)).toMatchObject({ id });
  await revokeAccessKey(database.db, id);
  expect(await keys.check(key)).toMatchObject({ id });
  keys.forget();
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_revoked" });
});

test("a remembered key expires when its time comes", async () => {
  const { key } = await createAccessKey(database.db, { name: "test", expiresAt: new Date(1000) });
  let now = 999;
  const keys = createAccessKeyCheck(database.db, () => now);
  expect(await keys.check(key)).toMatchObject({ name: "test" });
  now = 1000;
  await expect(keys.check(key)).rejects.toMatchObject({ code: "access_key_invalid" });
});

test("keys that are tried and never issued do not push out one that is in use", async () => {
  const { id, key } = await createAccessKey(database.db, { name: "test" });
  const keys = createAccessKeyCheck(database.db);
  await keys.check(key);
  await revokeAccessKey(database.db, id); // so that a second look-up would show
  for (let round = 0; round < 11; round++) {
    await Promise.allSettled(Array.from({ length: 1000 }, () => keys.check(mintAccessKey())));
    expect(await keys.check(key)).toMatchObject({ id });
  }
});
