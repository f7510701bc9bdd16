import { rmSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase } from "../database/database.ts";
import { findOtherPostgres, makeDownloadFolder, startOtherPostgres } from "../testing/otherPostgres.ts";
import { createTemplate, createTestDatabase } from "../testing/testDatabase.ts";
import { openReads } from "./openReads.ts";
import { parseReadUrls } from "./readUrls.ts";

const downloads = await makeDownloadFolder();
afterAll(() => rmSync(downloads, { recursive: true, force: true }));

const WRITES = 200;

test.each([15, 16, 17])("reads from a replica of PostgreSQL %i see every write before them", async (major) => {
  const programs = await findOtherPostgres(major, downloads);
  if (programs === undefined) return; // it has said so
  const primary = await startOtherPostgres(programs);
  expect(primary.version).toMatch(new RegExp(`^${major}\\.`));
  const { db, url } = await createTestDatabase({
    serverUrl: primary.url,
    template: await createTemplate(primary.url),
  });
  await sql`create table counted as select 0 as n`.execute(db);
  const replica = await primary.startReplica();
  const readUrl = new URL(replica.url);
  readUrl.pathname = new URL(url).pathname;
  const reads = await openReads(db, {
    databaseUrl: url,
    readUrls: parseReadUrls(readUrl.href),
    max: 5,
    answerMs: 20_000,
    checkMs: 100,
    lagMs: 20_000,
    onChange: () => undefined,
  });
  await vi.waitFor(() => expect(reads.figures()).toMatchObject([{ isUsed: true }]), { timeout: 60_000 });
  const before = reads.missed();
  for (let n = 1; n <= WRITES; n++) {
    await sql`update counted set n = ${n}`.execute(db);
    reads.catchUp();
    const { rows } = await sql<{ n: number; isReplica: boolean }>`
      select n, pg_is_in_recovery() as "isReplica" from counted`.execute(reads.db);
    expect(rows).toEqual([{ n, isReplica: true }]);
  }
  expect(reads.missed()).toBe(before);
  await replica.stop();
  const { rows } = await sql<{ n: number }>`select n from counted`.execute(reads.db);
  expect(rows).toEqual([{ n: WRITES }]); // from the primary
  await reads.close();
  await closeDatabase(db);
  await primary.stop();
});
