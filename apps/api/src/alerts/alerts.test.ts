import {
  createAccount,
  createAlertRule,
  listAlertRules,
  listNotices,
  mintSecret,
  updateAlertRule,
  writeRequests,
} from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { startReceiver } from "../events/testing/startReceiver.ts";
import { startAlerts } from "./alerts.ts";

const { db, url: databaseUrl, drop } = await createTestDatabase();
const receiver = await startReceiver();
afterAll(async () => {
  await receiver.stop();
  await drop();
});

const MINUTE = 60_000;
/** A multiple of five minutes, in the past: later counts are not in the future. */
const START = Math.floor((Date.now() - 24 * 60 * MINUTE) / (5 * MINUTE)) * 5 * MINUTE;
let nowMs = START;
beforeEach(async () => {
  nowMs = START;
  await sql`delete from alert_rule`.execute(db);
  await sql`delete from request_span`.execute(db);
});

const open = () =>
  startAlerts({
    db,
    databaseUrl,
    log: pino({ level: "silent" }),
    isReadOnly: false,
    isPrivate: true,
    pollMs: 20,
    everyMs: 1_000_000,
    now: () => nowMs,
  });

/** Evaluates as one process, whose lease ends with it. */
async function evaluate(): Promise<boolean> {
  const alerts = open();
  const wasEvaluated = await alerts.evaluate();
  await alerts.close();
  return wasEvaluated;
}

async function use(accountId: string, { units = 0, successes = 0, clientErrors = 0, serverErrors = 0 }): Promise<void> {
  const counts = { units, successes, clientErrors, serverErrors };
  const latencyCounts = Array.from({ length: 15 }, () => 0);
  const of = { accountId, keyId: "key_a", operation: "getToken", startedAt: nowMs / 1000 };
  await writeRequests(db, { counts: [{ ...of, ...counts, latencyCounts }], samples: [] });
}

async function addRule(changes: Partial<Parameters<typeof createAlertRule>[1]> = {}) {
  const { id: accountId } = await createAccount(db, { name: "Ann" });
  const rule = { accountId, name: "busy", metric: "units", threshold: 100, windowMinutes: 15, minRequests: 1 } as const;
  await createAlertRule(db, { ...rule, webhook: null, ...changes }, 9);
  const titles = async () =>
    (await listNotices(db, { accountId, start: 0, limit: 9 })).notices.map(({ title }) => title);
  const read = async () => (await listAlertRules(db, accountId))[0]!;
  return { accountId, titles, read };
}

test("a rule fires once when the units of its window reach the threshold, and resolves when they are below", async () => {
  const { accountId, titles, read } = await addRule();
  await use(accountId, { units: 99, successes: 99 });
  await evaluate();
  expect([await titles(), (await read()).value]).toEqual([[], 99]);
  nowMs += 5 * MINUTE;
  await use(accountId, { units: 1, successes: 1 });
  for (let round = 0; round < 3; round++) await evaluate();
  expect(await titles()).toEqual(["Alert: busy"]);
  expect((await read()).firedAt?.getTime()).toBe(nowMs);
  nowMs += 10 * MINUTE; // the first span has left the window
  for (let round = 0; round < 3; round++) await evaluate();
  expect(await titles()).toEqual(["Resolved: busy", "Alert: busy"]);
  expect(await read()).toMatchObject({ firedAt: null, value: 1 });
  await use(accountId, { units: 500 });
  await evaluate();
  expect(await titles()).toEqual(["Alert: busy", "Resolved: busy", "Alert: busy"]);
});

test("an error rate is unknown below its minimum of requests, and other accounts' requests don't count", async () => {
  const { accountId, titles, read } = await addRule({ metric: "error_rate", threshold: 0.1, minRequests: 20 });
  await use("acc_other", { serverErrors: 1000 });
  await use(accountId, { serverErrors: 19 });
  await evaluate();
  expect([await titles(), (await read()).value]).toEqual([[], null]);
  await use(accountId, { successes: 180 });
  await evaluate();
  expect([await titles(), (await read()).value]).toEqual([[], 19 / 199]);
  await use(accountId, { clientErrors: 1 });
  await evaluate();
  expect([await titles(), (await read()).value]).toEqual([["Alert: busy"], 0.1]);
});

test("a paused rule is not evaluated, and resolves silently", async () => {
  const { accountId, titles, read } = await addRule({ threshold: 1 });
  await use(accountId, { units: 5 });
  await evaluate();
  await updateAlertRule(db, { id: (await read()).id, accountId }, { isPaused: true });
  await evaluate();
  expect([await titles(), (await read()).firedAt, (await read()).value]).toEqual([["Alert: busy"], null, null]);
});

test("of several processes one evaluates in an interval, and a crossing is announced once", async () => {
  const { accountId, titles } = await addRule({ threshold: 1 });
  await use(accountId, { units: 5 });
  const processes = Array.from({ length: 4 }, open);
  const rounds = await Promise.all(processes.map((one) => one.evaluate()));
  expect(rounds.filter(Boolean)).toHaveLength(1);
  await Promise.all(processes.map((one) => one.close()));
  await evaluate();
  expect(await titles()).toEqual(["Alert: busy"]);
});

test("a webhook receives what fires and what resolves, signed, again after a failure", async () => {
  const secret = mintSecret();
  receiver.setSecret(secret);
  const { accountId, read } = await addRule({ threshold: 1, webhook: { url: receiver.url, secret } });
  const { id } = await read();
  const alerts = open();
  const attempts: string[] = [];
  receiver.answer = (event) => (attempts.push(event.id) === 1 ? 500 : 204);
  await use(accountId, { units: 5 });
  await alerts.evaluate();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  expect(attempts).toEqual([attempts[0], attempts[0]]);
  const data = { alert_rule_id: id, name: "busy", metric: "units", threshold: 1, window_minutes: 15 };
  expect(receiver.received[0]).toMatchObject({ type: "alert.fired", data: { ...data, value: 5 } });
  await alerts.close();
  nowMs += 20 * MINUTE;
  await evaluateAndWait(2);
  expect(receiver.received[1]).toMatchObject({ type: "alert.resolved", data: { ...data, value: 0 } });
  expect(receiver.refused).toEqual([]);
});

async function evaluateAndWait(count: number): Promise<void> {
  const alerts = open();
  await alerts.evaluate();
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(count);
  await alerts.close();
}
