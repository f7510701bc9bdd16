import {
  createAccessKey,
  createAccount,
  findAccessKeyById,
  grantUnits,
  inTransaction,
  reapLeases,
} from "@portico/store";
import { createTestDatabase, findImbalances, startTcpProxy } from "@portico/store/testing";
import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { createMeter } from "./createMeter.ts";
import type { Meter, MeterOptions } from "./createMeter.ts";
import { greatestLease } from "./holding.ts";

const { db, url, drop } = await createTestDatabase();
const proxy = await startTcpProxy(url);
const logged: { text: string; fields: object }[] = [];
const note = (fields: object, text: string) => void logged.push({ fields, text });
const log = { warn: note, error: note };
afterAll(async () => {
  await proxy.stop();
  await drop();
});

/** Reports only when flushed. */
const open = (options: Partial<MeterOptions> = {}) => createMeter({ db, log, flushMs: 1e8, ...options });

let accounts = 0;
async function fund(amount: number): Promise<string> {
  const { id } = await createAccount(db, { name: `Test ${++accounts}` });
  if (amount > 0) await grantUnits(db, { accountId: id, amount, reason: "top-up", actor: "operator" });
  return id;
}
const call = (accountId: string, units = 1) => ({ accountId, keyId: "key_a", operation: "getToken", units });
const outcomeOf = async (work: () => unknown): Promise<string | undefined> => {
  try {
    await work();
    return "charged";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const chargeOf = (meter: Meter, accountId: string, units = 1) => outcomeOf(() => meter.charge(call(accountId, units)));

async function chargeMany(meter: Meter, accountId: string, times: number, units = 1): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: times }, () => chargeOf(meter, accountId, units)));
  return outcomes.filter((outcome) => outcome === "charged").length;
}

/** Use in the database, by all processes. */
async function usedOf(accountId: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(units), 0)::float8 as units from unit_usage where account_id = ${accountId}`.execute(db);
  return rows[0]?.units ?? 0;
}
const endLeases = (accountId: string) =>
  sql`update unit_lease set expires_at = now() - interval '1 second' where account_id = ${accountId}`.execute(db);

test("M01 two processes charge exactly what was granted, and refuse the rest from memory", async () => {
  const accountId = await fund(200);
  const meters = [open(), open()];
  const charged = await Promise.all(meters.map((meter) => chargeMany(meter, accountId, 150)));
  const sum = charged.reduce((a, b) => a + b);
  await Promise.all(meters.map((meter) => meter.close()));
  expect(await usedOf(accountId)).toBe(sum);
  const rest = open();
  expect(sum + (await chargeMany(rest, accountId, 150))).toBe(200);
  await inTransaction(db, async (tx) => {
    await sql`select from account where id = ${accountId} for update`.execute(tx); // blocks every query
    expect(await chargeOf(rest, accountId)).toBe("units_exhausted");
  });
  await rest.close();
  expect(await usedOf(accountId)).toBe(200);
  expect(await chargeOf(rest, accountId)).toBe("metering_unavailable");
});

test("an account without units and an unknown one are refused; calls after a grant are charged", async () => {
  const meter = open();
  const accountId = await fund(0);
  expect(await chargeOf(meter, accountId, 2)).toBe("units_exhausted");
  expect(await chargeOf(meter, "acc_unknown")).toBe("units_exhausted");
  await grantUnits(db, { accountId, amount: 2, reason: "top-up", actor: "operator" });
  expect(await chargeOf(meter, accountId, 1)).toBe("charged"); // a smaller amount than the refused one is leased at once
  await expect.poll(() => chargeOf(meter, accountId, 1)).toBe("charged");
  for (const units of [0, -1, 0.5, Number.NaN]) expect(() => meter.charge(call(accountId, units))).toThrow(RangeError);
  await meter.close();
  expect(await usedOf(accountId)).toBe(2);
});

test("a refund counts once, before and after its charge is reported, and after the lease ends", async () => {
  const meter = open();
  const accountId = await fund(1000);
  const [early, late, last] = [
    await meter.charge(call(accountId, 5)),
    await meter.charge(call(accountId, 7)),
    await meter.charge(call(accountId, 9)),
  ];
  early.refund();
  early.refund();
  await meter.flush();
  expect(await usedOf(accountId)).toBe(16);
  late.refund();
  expect(meter.findUnreported(accountId).units).toBe(-7);
  await meter.flush();
  await endLeases(accountId);
  await reapLeases(db);
  last.refund();
  await meter.close();
  expect(await usedOf(accountId)).toBe(0);
  const { rows } =
    await sql`select balance::int, calls::int from account, unit_usage where id = ${accountId} and account_id = id`.execute(
      db,
    );
  expect(rows).toEqual([{ balance: 1000, calls: 0 }]);
});

test("M05 closing during a report, while calls wait for units, counts exactly", async () => {
  for (let round = 0; round < 6; round++) {
    const accountId = await fund(10_000);
    const meter = open();
    let charged = await chargeMany(meter, accountId, 30, 3);
    const flushing = meter.flush();
    const more = chargeMany(meter, accountId, 30, 50);
    if (round % 2 === 0) await sleep(round / 2);
    await Promise.all([meter.close(), flushing]);
    const late = await more;
    charged = 3 * charged + 50 * late;
    expect(await usedOf(accountId)).toBe(charged);
    const { rows } = await sql<{ balance: number }>`select balance::int from account where id = ${accountId}`.execute(
      db,
    );
    expect(rows[0]?.balance).toBe(10_000 - charged);
  }
});

test.each([
  ["a report", "commit"],
  ["a lease", "insert into unit_lease"],
])("the lost reply to %s counts once", async (_, statement) => {
  const meter = open({ db: proxy.db });
  const accountId = await fund(1000);
  let charged = await chargeMany(meter, accountId, 10);
  proxy.loseReply(statement);
  const outcomes = [await outcomeOf(meter.flush), await chargeOf(meter, accountId, 200)];
  expect(outcomes.filter((outcome) => outcome !== "charged")).toHaveLength(1);
  charged += outcomes[1] === "charged" ? 200 : 0;
  expect((await meter.readUnits(accountId))?.balance).toBe(1000 - charged);
  charged += await chargeMany(meter, accountId, 10);
  await meter.flush();
  expect(await usedOf(accountId)).toBe(charged);
  await meter.close();
  expect(await usedOf(accountId)).toBe(charged);
});

test("M03 held and unreported units, which a crash would lose, never exceed the largest lease", async () => {
  const meter = open();
  const [accountId, rich] = [await fund(100_000), await fund(60_000_000)];
  const heldOf = async (id: string) => {
    const { rows } = await sql<{ units: number }>`
      select sum(amount - spent)::float8 as units from unit_lease where account_id = ${id}`.execute(db);
    return rows[0]?.units ?? 0;
  };
  const heldByRich: number[] = [];
  for (let round = 0; round < 10; round++) {
    expect(await chargeMany(meter, accountId, 40, 30)).toBe(40);
    expect(await heldOf(accountId)).toBeLessThanOrEqual(2000);
    expect(meter.findUnreported(accountId).units).toBeLessThanOrEqual(2000);
    expect(await chargeMany(meter, rich, 200, 100)).toBe(200);
    heldByRich.push(await heldOf(rich));
    expect(meter.findUnreported(rich).units).toBeLessThanOrEqual(60_000);
  }
  expect(Math.max(...heldByRich)).toBeGreaterThan(10_000);
  expect(Math.max(...heldByRich)).toBeLessThanOrEqual(60_000);
  await meter.close();
  expect([await usedOf(accountId), await usedOf(rich)]).toEqual([12_000, 200_000]);
});

test("M03 the rest of a lease that lasts too long is returned, though it is in use: another process gets it", async () => {
  const accountId = await fund(5100);
  const [slow, other] = [open({ leaseSeconds: 4, flushMs: 20 }), open()];
  const dear = await slow.charge(call(accountId, 5000));
  dear.refund(); // into the lease
  const trickle = setInterval(() => void chargeOf(slow, accountId), 20);
  expect(await chargeOf(other, accountId, 4000)).toBe("units_exhausted");
  await expect.poll(() => chargeOf(other, accountId, 4000)).toBe("charged");
  clearInterval(trickle);
  await Promise.all([slow.close(), other.close()]);
});

test("an account's remaining units are known from the lease's last response, and fewer after a refusal", async () => {
  const accountId = await fund(1000);
  const [meter, other] = [open(), open()];
  expect(meter.findUnits(accountId)).toBeUndefined();
  const charge = await meter.charge(call(accountId, 10));
  expect(meter.findUnits(accountId)).toBe(990);
  charge.refund();
  expect(meter.findUnits(accountId)).toBe(1000);
  expect(await chargeOf(other, accountId, 900)).toBe("charged");
  await other.close();
  expect(await chargeOf(meter, accountId, 500)).toBe("units_exhausted");
  expect(meter.findUnits(accountId)).toBeLessThan(500);
  await meter.charge(call(accountId, 1));
  await meter.flush();
  expect(meter.findUnits(accountId)).toBe(99);
  await meter.close();
});

test("M03 a lease is a thousandth of the account's remaining units, from 2,000 to 100,000 units", () => {
  const max = [0, 2_000_000, 2_001_000, 99_999_999, 100_000_000, 1e15].map(greatestLease);
  expect(max).toEqual([2000, 2000, 2001, 99_999, 100_000, 100_000]);
});

test("M06 a process whose leases ended while it was paused spends nothing of them, and still reports", async () => {
  const meter = open({ leaseSeconds: 3.1 });
  const accountId = await fund(1000);
  const charged = await chargeMany(meter, accountId, 15);
  await sleep(110);
  await endLeases(accountId);
  expect(await reapLeases(db)).toBeGreaterThanOrEqual(charged);
  expect(await usedOf(accountId)).toBe(0);
  await inTransaction(db, async (tx) => {
    await sql`select from account where id = ${accountId} for update`.execute(tx);
    const waiting = chargeOf(meter, accountId);
    expect(await Promise.race([waiting, sleep(20, "waits for another lease")])).toBe("waits for another lease");
  });
  await meter.close();
  expect(await usedOf(accountId)).toBeOneOf([charged, charged + 1]); // the waiting call is charged, or came too late
});

test("M10 without the database, leases are spent until used up or too old; then calls get 503 until it is back", async () => {
  const meter = open({ db: proxy.db, leaseSeconds: 5 });
  const [accountId, other] = [await fund(1000), await fund(1000)];
  expect(await chargeMany(meter, accountId, 1)).toBe(1);
  await chargeMany(meter, other, 1);
  proxy.cut();
  const charged = await chargeMany(meter, accountId, 50);
  expect(charged).toBeGreaterThan(0);
  expect(charged).toBeLessThan(50);
  expect(await chargeOf(meter, accountId, 500)).toBe("metering_unavailable");
  expect(await outcomeOf(meter.flush)).toMatch(/^ECONN|^EPIPE|terminated/);
  await sleep(2_000);
  expect(await chargeOf(meter, other)).toBe("metering_unavailable"); // it has units, but they are too old
  proxy.mend();
  expect(await chargeOf(meter, other)).toBe("charged");
  expect(await chargeMany(meter, accountId, 50)).toBe(50);
  await meter.close();
  expect([await usedOf(accountId), await usedOf(other)]).toEqual([1 + charged + 50, 2]);
});

test("M11 under load an account's reported balance never rises, and use never exceeds grants", async () => {
  const accountId = await fund(5000);
  const meters = [open({ flushMs: 5 }), open({ flushMs: 5 })] as const;
  const over = new AbortController();
  const load = Promise.all(
    meters.map(async (meter) => {
      for (let round = 0; round < 40; round++) await chargeMany(meter, accountId, 50);
    }),
  ).finally(() => over.abort());
  const reported: number[] = [];
  while (!over.signal.aborted) {
    const units = await meters[0].readUnits(accountId);
    const today = units?.stats[0];
    expect(units?.balance).toBe(5000 - (today?.usage ?? 0));
    expect(today?.remains).toBe(units?.balance);
    reported.push(units?.balance ?? -1);
  }
  await load;
  expect(reported.length).toBeGreaterThan(3);
  expect(reported).toEqual(reported.toSorted((a, b) => b - a));
  expect(Math.min(...reported)).toBeGreaterThanOrEqual(0);
  await Promise.all(meters.map((meter) => meter.close()));
  expect(await usedOf(accountId)).toBe(4000);
  expect(await open().readUnits("acc_unknown")).toBeUndefined();
});

test("balances of earlier days follow from use and grants", async () => {
  const accountId = await fund(100);
  const yesterday = new Date(Date.now() - 86_400_000);
  const meters = [open({ now: () => yesterday.getTime() }), open()] as const;
  await meters[0].charge(call(accountId, 30));
  await meters[1].charge(call(accountId, 10));
  await meters[0].flush();
  const units = await meters[1].readUnits(accountId);
  expect(units?.stats).toHaveLength(30);
  expect(units?.stats.slice(0, 3).map(({ usage, remains }) => [usage, remains])).toEqual([
    [10, 60],
    [30, 0],
    [0, 0],
  ]);
  expect(units?.stats[1]?.date).toBe(yesterday.toISOString().slice(0, 10));
  await Promise.all(meters.map((meter) => meter.close()));
});

test("the timer reports, returns idle leases, ends leases of dead processes and records the use of keys", async () => {
  const [accountId, lost] = [await fund(100), await fund(100)];
  const { id } = await createAccessKey(db, { name: "used" });
  await open().charge(call(lost, 1)); // a process that never reports again
  await endLeases(lost);
  const meter = open({ flushMs: 10, leaseSeconds: 3.05 });
  meter.recordKeyUse(id);
  await meter.charge(call(accountId, 4));
  await expect
    .poll(
      async () =>
        (await sql`select balance::int from account where id in (${accountId}, ${lost}) order by name`.execute(db))
          .rows,
    )
    .toEqual([{ balance: 96 }, { balance: 100 }]);
  const usedAt = (await findAccessKeyById(db, id))?.lastUsedAt;
  expect(usedAt).toBeInstanceOf(Date);
  meter.recordKeyUse(id);
  await meter.close();
  expect((await findAccessKeyById(db, id))?.lastUsedAt).toEqual(usedAt);
});

test("in the end, every account's grants equal its used, leased and remaining units", async () => {
  expect(await findImbalances(db)).toEqual([]);
});
