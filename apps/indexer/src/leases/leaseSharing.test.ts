import { closeDatabase, isDatabaseAway, openDatabase, readLeases, takeLease } from "@portico/store";
import type { Lease } from "@portico/store";
import { createTestDatabase, startTcpProxy } from "@portico/store/testing";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LEASE_ANSWER_MS, shareLeases } from "./leaseSharing.ts";
import { createLeaseSociety, disturb, listGaps, listLateLines } from "../testing/leaseSociety.ts";
import type { LeaseSociety } from "../testing/leaseSociety.ts";
import type { LeaseSharing } from "./leaseOptions.ts";

let society: LeaseSociety;

beforeAll(async () => {
  society = await createLeaseSociety(["a", "b", "c", "d"]);
});

afterAll(() => society.drop());

test("while processes are killed, stopped and resumed, every name has a writer, and never two", async () => {
  await disturb(society, 1);
  const journal = await society.readJournal();
  expect(listLateLines(journal)).toEqual([]);
  expect(listGaps(journal)).toEqual([]);
  expect(society.complaints()).toBe("");
  expect(new Set(journal.map(({ holder }) => holder)).size).toBeGreaterThanOrEqual(3);
});

test("processes that exit cleanly leave nothing behind: the next one need not wait", async () => {
  expect(await readLeases(society.db)).toEqual({ processes: [], holders: new Map() });
  expect(await takeLease(society.db, { name: "a", holder: "next", ttlMs: 1 })).toBeDefined();
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener("abort", () => resolve())));

const share = (options: Pick<LeaseSharing, "db" | "signal" | "work"> & Partial<LeaseSharing>): Promise<void> =>
  shareLeases({ holder: "here", names: ["x"], onError: () => undefined, ...options });

test.concurrent("when the database is unavailable, the work stops before its lease ends, and restarts when it is back", async () => {
  const [{ db, url, drop }, stop] = [await createTestDatabase(), new AbortController()];
  const proxy = await startTcpProxy(url);
  const terms: bigint[] = [];
  const holdersAtStop: unknown[] = [];
  const work = async ({ term }: Lease, signal: AbortSignal) => {
    terms.push(term);
    await untilAborted(signal);
    holdersAtStop.push((await readLeases(db)).holders.get("x"));
  };
  const times = { ttlMs: 1_500, beatMs: 20, marginMs: 900 };
  const sharing = share({ db: proxy.db, signal: stop.signal, work, times });
  await vi.waitFor(() => expect(terms).toEqual([1n]));
  proxy.cut();
  await vi.waitFor(() => expect(holdersAtStop).toEqual(["here"]));
  proxy.mend();
  await vi.waitFor(() => expect(terms).toEqual([1n, 2n]));
  stop.abort();
  await sharing;
  expect(holdersAtStop).toEqual(["here", "here"]);
  await proxy.stop();
  await drop();
});

test.concurrent("connections that become unresponsive cost no lease", async () => {
  const [{ url, drop }, stop] = [await createTestDatabase(), new AbortController()];
  const proxy = await startTcpProxy(url);
  const db = openDatabase(proxy.url, { max: 2, answerMs: LEASE_ANSWER_MS });
  const terms: bigint[] = [];
  const work = async ({ term }: Lease, signal: AbortSignal) => {
    terms.push(term);
    await untilAborted(signal);
  };
  const errors: unknown[] = [];
  const sharing = share({ db, signal: stop.signal, work, onError: (error) => errors.push(error) });
  await vi.waitFor(() => expect(terms).toEqual([1n]));
  await sleep(100); // the two connections are idle until the next renewal: the worst case
  proxy.silence();
  await sleep(6_000); // a lease that is not renewed ends after 4.5 s, and is acquired again
  expect(terms).toEqual([1n]);
  expect(errors.map(isDatabaseAway)).toEqual([true, true]);
  stop.abort();
  await sharing;
  await closeDatabase(db);
  await proxy.stop();
  await drop();
});

test.concurrent("a lease that was taken over ends the work, and the other process keeps it", async () => {
  const [{ db, drop }, stop] = [await createTestDatabase(), new AbortController()];
  const ended: Lease[] = [];
  const work = async (lease: Lease, signal: AbortSignal) => {
    await untilAborted(signal);
    ended.push(lease);
  };
  const sharing = share({ db, signal: stop.signal, work, times: { beatMs: 20 } });
  await vi.waitFor(async () => expect((await readLeases(db)).holders.get("x")).toBe("here"));
  await db.updateTable("lease").set({ holder: "thief", term: 99n }).execute();
  await vi.waitFor(() => expect(ended).toHaveLength(1));
  stop.abort();
  await sharing;
  expect((await readLeases(db)).holders.get("x")).toBe("thief");
  await drop();
});

test.concurrent("an error of the work ends the sharing, after the rest of the work, and releases the leases", async () => {
  const { db, drop } = await createTestDatabase();
  const ended: string[] = [];
  const work = async ({ name }: Lease, signal: AbortSignal) => {
    if (name === "y") throw new Error("wrong chain");
    await untilAborted(signal);
    ended.push(name);
  };
  const sharing = share({ db, names: ["x", "y"], signal: new AbortController().signal, work });
  await expect(sharing).rejects.toThrow("wrong chain");
  expect(ended).toEqual(["x"]);
  expect(await readLeases(db)).toEqual({ processes: [], holders: new Map() });
  await drop();
});
