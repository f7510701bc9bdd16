import { createAccessKey, createAccount, findAccessKeyById, grantUnits } from "@portico/store";
import { createTestDatabase, findImbalances } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { createMeter } from "./createMeter.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
const log = { warn: () => undefined, error: () => undefined };
const YEAR_MS = 366 * 86_400_000;

test("what a process with a fast clock charges counts as today's use, before and after its report, together with other processes' charges", async () => {
  const { id: accountId } = await createAccount(db, { name: "Test" });
  await grantUnits(db, { accountId, amount: 100, reason: "top-up", actor: "operator" });
  let ahead = YEAR_MS;
  const meter = createMeter({ db, log, flushMs: 1e8, now: () => Date.now() + ahead });
  const call = (units: number) => meter.charge({ accountId, keyId: "key_a", operation: "getToken", units });
  const read = async () => (await meter.readUnits(accountId))?.stats.map(({ usage, remains }) => [usage, remains]);
  const refunded = await call(9);
  await call(30);
  ahead = 2 * YEAR_MS;
  await call(20);
  ahead = 0;
  await call(7);
  refunded.refund();
  const expected = [[57, 43], ...Array.from({ length: 29 }, () => [0, 0])];
  expect(await read()).toEqual(expected);
  await meter.flush();
  expect(await read()).toEqual(expected);
  await meter.close();
  expect(await findImbalances(db)).toEqual([]);
});

test("a key used while the clock was ahead gets that time of last use, and a later one once the clock is right", async () => {
  const { id } = await createAccessKey(db, { name: "used" });
  const usedAt = async () => (await findAccessKeyById(db, id))?.lastUsedAt?.getTime() ?? 0;
  let ahead = YEAR_MS;
  const meter = createMeter({ db, log, flushMs: 10, now: () => Date.now() + ahead });
  meter.recordKeyUse(id);
  await expect.poll(usedAt).toBeGreaterThan(0);
  const first = await usedAt();
  expect(first).toBeLessThanOrEqual(Date.now());
  ahead = 0;
  meter.recordKeyUse(id);
  await expect.poll(usedAt).toBeGreaterThan(first);
  await meter.close();
});
