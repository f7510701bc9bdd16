/**
 * A process that shares leases and writes numbered journal lines in the name of each that it holds: `leaseWorker.ts
 * eth,base`. Its only output are errors that a second writer would cause.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { assertLease, closeDatabase, inTransaction, openDatabase } from "@portico/store";
import type { Lease } from "@portico/store";
import { sql } from "kysely";
import { createHolderId } from "../leases/holderId.ts";
import { shareLeases } from "../leases/leaseSharing.ts";

const db = openDatabase(process.env["DATABASE_URL"] ?? "", { max: 4 });
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

const writeLine = (lease: Lease): Promise<void> =>
  inTransaction(db, async (tx) => {
    await assertLease(tx, lease);
    const { rows } = await sql<{ line: number }>`
      select coalesce(max(line), 0)::integer + 1 as line from journal where name = ${lease.name}`.execute(tx);
    await sleep(2);
    await sql`insert into journal (name, line, term, holder)
      values (${lease.name}, ${rows[0]!.line}, ${lease.term}, ${lease.holder})`.execute(tx);
    await sleep(2);
  });

async function work(lease: Lease, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await writeLine(lease).catch((error: Error & { code?: string }) => {
      if (error.code === "23505") process.stdout.write(`two writers: ${error.message}\n`);
    });
    await sleep(2);
  }
}

await shareLeases({
  db,
  holder: createHolderId(),
  names: process.argv[2]?.split(",") ?? [],
  signal: stop.signal,
  work,
  onError: () => undefined,
  times: { ttlMs: 900, beatMs: 60, marginMs: 250 },
});
await closeDatabase(db);
