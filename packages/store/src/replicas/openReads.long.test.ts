import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, inject, test, vi } from "vitest";
import { closeDatabase, inTransaction, openDatabase, type Store } from "../database/database.ts";
import { makeMemoryFolder } from "../testing/memoryFolder.ts";
import { startReplica } from "../testing/startReplica.ts";
import { startTcpProxy } from "../testing/tcpProxy.ts";
import { createTemplate, createTestDatabase, startTestPostgres } from "../testing/testDatabase.ts";
import { openReads, type Reads, type ReadsOptions } from "./openReads.ts";
import { parseReadUrls } from "./readUrls.ts";

const primary = await startTestPostgres(makeMemoryFolder);
const from = { serverUrl: primary.url, template: await createTemplate(primary.url) };
const { db, url } = await createTestDatabase(from);
await sql`create table counted as select 0 as n`.execute(db);
const replicas = [await startReplica(url), await startReplica(url)] as const;
const both = `${replicas[0].url},${replicas[1].url}`;

afterAll(async () => {
  await closeDatabase(db);
  await Promise.all(replicas.map((replica) => replica.stop()));
  await primary.stop();
});

const opened: Reads[] = [];
async function open(readUrl: string, options: Partial<ReadsOptions> = {}): Promise<Reads> {
  const limits = { max: 10, answerMs: 20_000, checkMs: 200, onChange: () => undefined };
  const reads = await openReads(db, { ...limits, databaseUrl: url, readUrls: parseReadUrls(readUrl), ...options });
  opened.push(reads);
  return reads;
}
beforeEach(async () => {
  await Promise.all(opened.splice(0).map((reads) => reads.close()));
  await sql`update counted set n = 0`.execute(db);
});
afterAll(() => Promise.all(opened.map((reads) => reads.close())));

const count = async (store: Store) => (await sql<{ n: number }>`select n from counted`.execute(store)).rows[0]!.n;
const on = async (replicaUrl: string, statement: string) => {
  const store = openDatabase(replicaUrl, { max: 1 });
  await sql.raw(statement).execute(store);
  await closeDatabase(store);
};
const used = (reads: Reads) => reads.figures().map(({ isUsed }) => isUsed);
const untilUsed = (reads: Reads, expected: boolean[]) =>
  vi.waitFor(() => expect(used(reads)).toEqual(expected), { timeout: 20_000, interval: 50 });

/** Writes rising numbers and reads them from several places at once, until it is stopped. */
function startLoad(reads: Reads) {
  const load = { isOver: false, done: 0, errors: [] as unknown[], stepsBack: 0 };
  const write = async () => {
    for (let n = 1; !load.isOver; n++) {
      await sql`update counted set n = ${n}`.execute(db);
      await sleep(2);
    }
  };
  const read = async () => {
    let last = 0;
    while (!load.isOver) {
      const n = await count(reads.db).catch((error: unknown) => {
        load.errors.push(error);
        return last;
      });
      if (n < last) load.stepsBack++;
      last = n;
      load.done++;
    }
  };
  const running = Promise.all([write(), ...Array.from({ length: 8 }, read)]);
  return {
    load,
    stop: async () => {
      load.isOver = true;
      await running;
      return load;
    },
  };
}
const untilRead = (load: { done: number }, more: number) => {
  const goal = load.done + more;
  return vi.waitFor(() => expect(load.done).toBeGreaterThan(goal), { timeout: 60_000, interval: 20 });
};

test("under writes, both replicas answer, and no reader sees an earlier state than before", async () => {
  const reads = await open(both);
  const { load, stop } = startLoad(reads);
  await untilRead(load, 2_000);
  expect(await stop()).toMatchObject({ errors: [], stepsBack: 0 });
  for (const figures of reads.figures()) expect(figures.reads).toBeGreaterThan(100);
});

test("a replica whose replay pauses is left out, shows nothing old meanwhile, and is used again", async () => {
  const reads = await open(both);
  const { load, stop } = startLoad(reads);
  await untilRead(load, 300);
  await on(replicas[0].url, "select pg_wal_replay_pause()");
  await untilUsed(reads, [false, true]);
  await untilRead(load, 300);
  expect(reads.figures()[0]?.reason).toBe("it is behind");
  expect(reads.figures()[0]?.lagMs).toBeGreaterThan(0);
  await on(replicas[0].url, "select pg_wal_replay_resume()");
  await untilUsed(reads, [true, true]);
  await untilRead(load, 300);
  expect(await stop()).toMatchObject({ errors: [], stepsBack: 0 });
});

test("a replica that is killed fails no read, and is used again after its restart", async () => {
  const reads = await open(both);
  const { load, stop } = startLoad(reads);
  await untilRead(load, 300);
  await replicas[1].kill();
  await untilUsed(reads, [true, false]);
  await untilRead(load, 300);
  await replicas[0].kill();
  await untilUsed(reads, [false, false]);
  await untilRead(load, 300);
  expect(reads.missed()).toBeGreaterThan(0);
  await Promise.all(replicas.map((replica) => replica.restart()));
  await untilUsed(reads, [true, true]);
  await untilRead(load, 300);
  expect(await stop()).toMatchObject({ errors: [], stepsBack: 0 });
});

test("a replica that falls silent fails no read", async () => {
  const proxy = await startTcpProxy(replicas[0].url);
  const reads = await open(proxy.url);
  const { load, stop } = startLoad(reads);
  await untilRead(load, 300);
  proxy.silence();
  await untilUsed(reads, [false]);
  await untilRead(load, 300);
  await untilUsed(reads, [true]);
  expect(await stop()).toMatchObject({ errors: [], stepsBack: 0 });
  await reads.close();
  await proxy.stop();
});

test("a read that replay cancels is made elsewhere, and the replica stays in use", async () => {
  await on(replicas[0].url, "alter system set max_standby_streaming_delay = 0");
  await on(replicas[0].url, "select pg_reload_conf()");
  const reads = await open(replicas[0].url);
  let calls = 0;
  const servers = await inTransaction(reads.db, async (tx) => {
    calls++;
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const before = await count(tx);
    if (calls === 1) {
      await sql`update counted set n = n + 1`.execute(db);
      await sql`vacuum counted`.execute(db);
    }
    for (let nth = 0; nth < (calls === 1 ? 200 : 1); nth++) await sql`select pg_sleep(0.05)`.execute(tx);
    return before;
  });
  expect([calls, servers, used(reads)]).toEqual([2, 1, [true]]);
});

test("servers that are no replicas of the database are refused by what is wrong with them", async () => {
  const otherCluster = new URL(inject("postgresUrl"));
  await expect(open(otherCluster.href)).rejects.toThrow(/another cluster than DATABASE_URL's \(system identifier \d+ /);
  await expect(open(replicas[0].url, { databaseUrl: otherCluster.href })).rejects.toThrow(
    /another cluster than DATABASE_URL's \(system identifier \d+ /,
  );
  const otherDatabase = new URL(replicas[0].url);
  otherDatabase.pathname = "/postgres";
  await expect(open(otherDatabase.href)).rejects.toThrow('serves the database "postgres"');
  await expect(open(replicas[1].url, { databaseUrl: replicas[0].url })).rejects.toThrow("DATABASE_URL is a replica");

  await sql`create role poor login password 'poor'`.execute(db);
  await sql`grant select on balance, leg to poor`.execute(db);
  const poor = new URL(replicas[0].url);
  poor.username = poor.password = "poor";
  await vi.waitFor(() => on(poor.href, "select 1"));
  await expect(open(poor.href)).rejects.toThrow(
    /may not read the tables account_code, .* and \d+ more at .*GRANT SELECT/,
  );
});

test("the primary may be named, and a server that is away: both are left out, and say so", async () => {
  const onChange = vi.fn<ReadsOptions["onChange"]>();
  const away = "postgresql://127.0.0.1:1/none";
  const reads = await open(`${url},${away},${replicas[0].url}`, { onChange });
  expect(used(reads)).toEqual([false, false, true]);
  expect(reads.figures().map(({ reason }) => reason)).toEqual([
    "it is the primary, which answers what no replica can",
    expect.stringContaining("ECONNREFUSED"),
    undefined,
  ]);
  expect(onChange).toHaveBeenCalledTimes(3);
  expect(await count(reads.db)).toBe(0);
});

test("a replica that is promoted is left out, and refused at the next start", async () => {
  const other = await startReplica(url);
  const reads = await open(other.url);
  await on(other.url, "select pg_promote()");
  await untilUsed(reads, [false]);
  expect(await count(reads.db)).toBe(0);
  await expect(open(other.url)).rejects.toThrow("is a second primary of the same cluster");
  await reads.close();
  await other.stop();
});
