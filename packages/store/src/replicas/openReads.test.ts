import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, openDatabase, withClient } from "../database/database.ts";
import { makeMemoryFolder } from "../testing/memoryFolder.ts";
import { startReplica } from "../testing/startReplica.ts";
import { createTemplate, createTestDatabase, startTestPostgres } from "../testing/testDatabase.ts";
import { openReads } from "./openReads.ts";
import { parseReadUrls } from "./readUrls.ts";
import { createReplica } from "./replica.ts";
import { readIdentity, type ServerIdentity } from "./serverIdentity.ts";
import { watchReplica } from "./watchReplica.ts";

const primary = await startTestPostgres(makeMemoryFolder);
const from = { serverUrl: primary.url, template: await createTemplate(primary.url) };
const { db, url } = await createTestDatabase(from);
const replica = await startReplica(url);
const replicaDb = openDatabase(replica.url);
const limits = { max: 5, answerMs: 20_000, onChange: () => undefined };

afterAll(async () => {
  await closeDatabase(replicaDb);
  await closeDatabase(db);
  await replica.stop();
  await primary.stop();
});

test("reads see all that earlier ones saw and what was committed before catchUp, from a replica if it has it", async () => {
  await sql`create table counted as select 0 as n`.execute(db);
  const reads = await openReads(db, { ...limits, databaseUrl: url, readUrls: parseReadUrls(replica.url) });
  const count = async (store = reads.db) => (await sql<{ n: number }>`select n from counted`.execute(store)).rows[0]!.n;
  for (let n = 1; n <= 50; n++) {
    await sql`update counted set n = ${n}`.execute(db);
    reads.catchUp();
    expect(await count()).toBe(n);
  }
  expect([reads.figures()[0]?.reads, reads.missed()]).toEqual([50, 0]);

  await sql`select pg_wal_replay_pause()`.execute(replicaDb);
  await sql`update counted set n = 51`.execute(db);
  expect(await count()).toBe(50); // nobody has seen more
  reads.catchUp();
  expect(await count()).toBe(51);
  expect(reads.figures()[0]).toMatchObject({ isUsed: false, reason: "it is behind" });
  expect(await count()).toBe(51);
  await sql`select pg_wal_replay_resume()`.execute(replicaDb);
  await expect.poll(() => reads.figures()[0]?.isUsed).toBe(true);
  expect(await count()).toBe(51);
  await expect(sql`update counted set n = 52`.execute(reads.db)).rejects.toThrow("read-only transaction");
  await reads.close();
});

test("a watch that is stopped while it connects leaves no connection open", async () => {
  const identity = await withClient(db, (client) => readIdentity(client, "DATABASE_URL"));
  const connecting = Promise.withResolvers<void>();
  const identified = Promise.withResolvers<ServerIdentity>();
  const identify = () => {
    connecting.resolve();
    return identified.promise;
  };
  const watched = createReplica(parseReadUrls(replica.url)[0]!, limits);
  const primaryServer = { identify, position: () => Promise.resolve(0n) };
  const watch = watchReplica(watched, { primary: primaryServer, lagMs: 500, checkMs: 1 });
  watch.start();
  await connecting.promise;
  const stopped = watch.stop();
  identified.resolve(identity);
  await stopped;
  const count = sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where application_name = 'portico-watch'`;
  await expect.poll(async () => (await count.execute(replicaDb)).rows[0]!.n).toBe(0);
  await watched.close();
});
