import {
  closeDatabase,
  deleteExcessRequests,
  listRequests,
  openDatabase,
  readRequestCounts,
  SAMPLES_PER_ACCOUNT,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createRequestLog, type LoggedRequest } from "./requestLog.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const HOUR = 3600;
const NOW_MS = Math.floor(Date.now() / 1000 / HOUR) * HOUR * 1000;
const open = () => createRequestLog({ now: () => NOW_MS, random: () => 0.999 });
const request = (accountId: string, changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: randomUUID(),
  accountId,
  keyId: "key_a",
  operation: "getToken",
  status: 200,
  code: undefined,
  units: 1,
  durationMs: 3,
  isStream: false,
  ...changes,
});
const repeat = (times: number, make: () => LoggedRequest) => Array.from({ length: times }, make);
const readCounts = async (accountId: string) =>
  (
    await readRequestCounts(db, { accountId, since: NOW_MS / 1000 - HOUR, until: NOW_MS / 1000 + HOUR, by: "nothing" })
  )[0];
const readSamples = async (accountId: string) => (await listRequests(db, { accountId, start: 0, limit: 100 })).requests;

test("all requests are counted, and of an account's successes two are stored, of its errors twenty", async () => {
  const log = open();
  const accountId = "acc_counts";
  for (const one of repeat(50, () => request(accountId))) log.record(one);
  const refused = { status: 400, code: "invalid_params", units: 0, durationMs: 0.5 };
  for (const one of repeat(30, () => request(accountId, refused))) log.record(one);
  log.record(request(accountId, { status: 503, code: "upstream_error", units: 0, durationMs: 40_000 }));
  log.record(request(accountId, { isStream: true, durationMs: 600_000, units: 9 }));
  await log.write(db);
  const counts = (await readCounts(accountId))!;
  expect(counts).toMatchObject({ units: 59, successes: 51, clientErrors: 30, serverErrors: 1 });
  expect(counts.latencyCounts).toEqual([30, 0, 50, ...Array.from({ length: 11 }, () => 0), 1]);
  const samples = await readSamples(accountId);
  expect(samples.filter(({ status }) => status < 400)).toHaveLength(2);
  expect(samples.filter(({ code }) => code === "invalid_params")).toHaveLength(20);
});

test("later requests of the same hour are added, and a report that failed is written once with the next", async () => {
  const log = open();
  const accountId = "acc_later";
  log.record(request(accountId));
  await log.write(db);
  log.record(request(accountId));
  const away = openDatabase("postgresql://127.0.0.1:1/nothing");
  await expect(log.write(away)).rejects.toThrow("ECONNREFUSED");
  await closeDatabase(away);
  log.record(request(accountId, { operation: "getChain" }));
  await Promise.all([log.write(db), log.write(db)]);
  await log.write(db);
  expect(await readCounts(accountId)).toMatchObject({ successes: 3, units: 3 });
  expect(await readSamples(accountId)).toHaveLength(3);
});

test("the oldest samples beyond the bound of an account are deleted, errors and successes apart", async () => {
  await sql`
    insert into request_sample (id, account_id, key_id, operation, requested_at, status, units, duration_ms)
    select gen_random_uuid(), account, 'key_a', 'getToken', now() - n * interval '1 second', status, 1, 1
    from generate_series(1, ${SAMPLES_PER_ACCOUNT + 5}::integer) n, (values ('acc_full'), ('acc_other')) a (account),
      (values (200), (404)) s (status) where status = 404 or n <= 7`.execute(db);
  await deleteExcessRequests(db, ["acc_full"]);
  const count = async (accountId: string, status: number) =>
    (await listRequests(db, { accountId, start: 0, limit: 1, status: { from: status, to: status } })).total;
  expect([await count("acc_full", 404), await count("acc_full", 200)]).toEqual([SAMPLES_PER_ACCOUNT, 7]);
  expect(await count("acc_other", 404)).toBe(SAMPLES_PER_ACCOUNT + 5);
});
