import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase, inTransaction, openDatabase } from "../database/database.ts";
import { assertLease, LeaseLostError, releaseLease, takeLease } from "./lease.ts";
import type { Lease } from "./lease.ts";
import { beat, deleteProcess, readLeases } from "./leaseProcesses.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const HOUR = 3_600_000;

async function take(name: string, holder: string, ttlMs = HOUR): Promise<Lease> {
  const lease = await takeLease(db, { name, holder, ttlMs });
  if (lease === undefined) throw new Error(`${name} is taken`);
  return lease;
}

/** Simulates the expiry of the lease. */
const expire = (name: string) => sql`update lease set expires_at = clock_timestamp() where name = ${name}`.execute(db);

const assertAlone = (lease: Lease) => inTransaction(db, (tx) => assertLease(tx, lease));

test("of concurrent attempts to take a lease, one succeeds", async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, n) => takeLease(db, { name: "crowd", holder: `h${n}`, ttlMs: HOUR })),
  );
  expect(taken.filter((lease) => lease !== undefined)).toHaveLength(1);
});

test("an expired lease can be taken, and its previous holder can't store anything under it", async () => {
  const stale = await take("ended", "first");
  await assertAlone(stale);
  expect(await takeLease(db, { name: "ended", holder: "second", ttlMs: HOUR })).toBeUndefined();
  await expire("ended");
  const next = await take("ended", "second");
  await expect(assertAlone(stale)).rejects.toThrow(LeaseLostError);
  await assertAlone(next);
});

test("an expired lease is invalid even before another holder takes it", async () => {
  const lease = await take("over", "first");
  await expire("over");
  await expect(assertAlone(lease)).rejects.toThrow("'first' no longer has the lease of 'over'");
});

test("a holder's earlier term of a lease is distinguished from its present one", async () => {
  const earlier = await take("again", "first");
  await releaseLease(db, earlier);
  const present = await take("again", "first");
  expect(present.term).toBe(earlier.term + 1n);
  await expect(assertAlone(earlier)).rejects.toThrow(LeaseLostError);
  await releaseLease(db, earlier);
  await assertAlone(present);
});

test("a lease can be renewed while a transaction under it runs", async () => {
  const lease = await take("busy", "first", 50);
  await inTransaction(db, async (tx) => {
    await assertLease(tx, lease);
    const process = { id: "first", leaseNames: ["busy"] };
    expect(await beat(db, { process, leases: [lease], ttlMs: HOUR })).toEqual(new Set(["busy"]));
  });
  await assertAlone(lease);
});

test("a transaction that outlives its lease is terminated and stores nothing; only then can the lease be taken", async () => {
  await sql`create table note (text text)`.execute(db);
  const lease = await take("frozen", "first", 100);
  let next: Lease | undefined;
  const frozen = inTransaction(db, async (tx) => {
    await assertLease(tx, lease);
    await sql`insert into note values ('from the one who stopped')`.execute(tx);
    expect(await takeLease(db, { name: "frozen", holder: "second", ttlMs: HOUR })).toBeUndefined();
    await expire("frozen");
    while (next === undefined) {
      next = await takeLease(db, { name: "frozen", holder: "second", ttlMs: HOUR });
      await sleep(5);
    }
  });
  await expect(frozen).rejects.toThrow(/terminat|connection/i);
  await assertAlone(next!);
  expect((await sql`select from note`.execute(db)).rows).toEqual([]);
});

test("the expiry of a lease doesn't affect transactions under other leases of its holder", async () => {
  const [gone, held] = [await take("gone", "both"), await take("kept", "both")];
  await inTransaction(db, async (tx) => {
    await assertLease(tx, held);
    await expire("gone");
    await take("gone", "another");
    await assertLease(tx, held);
  });
  await expect(assertAlone(gone)).rejects.toThrow(LeaseLostError);
});

test("a beat returns which leases are lost, and renews only its own", async () => {
  const [mine, lost] = [await take("mine", "one"), await take("lost", "one")];
  await expire("lost");
  await take("lost", "two");
  const process = { id: "one", leaseNames: ["mine", "lost"] };
  expect(await beat(db, { process, leases: [mine, lost], ttlMs: HOUR })).toEqual(new Set(["mine"]));
  const view = await readLeases(db);
  expect([view.holders.get("mine"), view.holders.get("lost")]).toEqual(["one", "two"]);
});

test("a process is alive until it ends or stops its heartbeat, and a lease without a holder is free", async () => {
  await beat(db, { process: { id: "short", leaseNames: ["a"] }, leases: [], ttlMs: 1 });
  await beat(db, { process: { id: "long", leaseNames: ["a", "b"] }, leases: [], ttlMs: HOUR });
  await releaseLease(db, await take("a", "long"));
  await sleep(5);
  const { processes, holders } = await readLeases(db);
  expect(processes).toContainEqual({ id: "long", leaseNames: ["a", "b"] });
  expect(processes.map(({ id }) => id)).not.toContain("short");
  expect(holders.has("a")).toBe(false);
  await deleteProcess(db, "long");
  expect((await readLeases(db)).processes.map(({ id }) => id)).not.toContain("long");
});

test("a process without heartbeat and connection is gone, and its leases can be taken at once", async () => {
  const own = openDatabase(url, { max: 1 });
  const process = { id: "killed/1/abc", leaseNames: ["left"] };
  await beat(own, { process, leases: [], ttlMs: HOUR });
  const lease = await take("left", process.id);
  const age = () => sql`update process set beat_at = beat_at - interval '2 seconds'`.execute(db);
  const isThere = async () => (await readLeases(db)).holders.has("left");
  await age();
  expect(await isThere()).toBe(true); // possibly suspended: its connection exists
  expect(await takeLease(db, { name: "left", holder: "next", ttlMs: HOUR })).toBeUndefined();
  await closeDatabase(own);
  await vi.waitFor(async () => expect(await isThere()).toBe(false));
  expect((await readLeases(db)).processes.map(({ id }) => id)).not.toContain(process.id);
  await take("left", "next");
  await expect(assertAlone(lease)).rejects.toThrow(LeaseLostError);
});
