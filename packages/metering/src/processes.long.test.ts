import { createAccount, grantUnits, reapLeases } from "@portico/store";
import { createTestDatabase, findImbalances } from "@portico/store/testing";
import { sql } from "kysely";
import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { greatestLease } from "./holding.ts";

const { db, url, drop } = await createTestDatabase();
const folder = mkdtempSync(join(tmpdir(), "portico-metering-"));
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
  await drop();
});

type Worker = { name: string; child: ChildProcess };

async function start(name: string, accounts: readonly string[]): Promise<Worker> {
  const main = join(import.meta.dirname, "testing.worker.ts");
  const child = spawn(process.execPath, [main, url, name, join(folder, name), ...accounts], { stdio: "inherit" });
  children.push(child);
  while (!existsSync(join(folder, name))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    await sleep(20);
  }
  return { name, child };
}

async function end({ child }: Worker, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** Stops it within a transaction, so that it holds row locks that others need. */
async function freeze({ child }: Worker): Promise<void> {
  const isWithin = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
        and clock_timestamp() - state_change > interval '200 ms'`.execute(db);
    return rows.length > 0;
  };
  for (;;) {
    child.kill("SIGSTOP");
    await sleep(300);
    if (await isWithin()) return;
    child.kill("SIGCONT");
    await sleep(randomInt(20));
  }
}

const journalOf = ({ name }: Worker): string[] => readFileSync(join(folder, name), "utf8").split("\n");

/**
 * Charges granted to a process per account, from its journal: all without refunds, or those since its last completed
 * flush.
 */
function grantedTo(worker: Worker, accounts: number, sinceFlush = false): number[] {
  const lines = journalOf(worker);
  const flushed = lines.findLast((line) => line.startsWith("end "))?.slice(4) ?? "0";
  const from = sinceFlush ? lines.indexOf(`begin ${flushed}`) : 0;
  const sums = Array.from({ length: accounts }, () => 0);
  for (const line of lines.slice(from)) {
    const [word, nth, units] = line.split(" ");
    const isCounted = word === "charge" && (!sinceFlush || Number(units) > 0);
    if (isCounted) sums[Number(nth)] = (sums[Number(nth)] ?? 0) + Number(units);
  }
  return sums;
}

async function usedBy({ name }: Worker, accounts: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ units: number }>`
    select (
      select coalesce(sum(units), 0)::float8 from unit_usage where account_id = account.id and key_id = ${name}
    ) as units from unnest(${accounts}::text[]) with ordinality as account (id, nth) order by nth`.execute(db);
  return rows.map(({ units }) => units);
}

async function heldBy({ name }: Worker, accounts: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ units: number }>`
    select (
      select coalesce(sum(amount - spent), 0)::float8 from unit_lease where account_id = account.id and process = ${name}
    ) as units from unnest(${accounts}::text[]) with ordinality as account (id, nth) order by nth`.execute(db);
  return rows.map(({ units }) => units);
}

const totalOf = (numbers: readonly number[]): number => numbers.reduce((sum, units) => sum + units, 0);

test("M03 M05 M06 M11 processes that charge, are killed, paused past the end of their leases and stopped count exactly", async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => createAccount(db, { name: "Test" })));
  const accounts = made.map(({ id }) => id);
  const grant = (accountId: string, amount: number) =>
    grantUnits(db, { accountId, amount, reason: "test", actor: "operator" });
  /** The first has so much that its leases exceed the minimum; the last one runs out. */
  const given = [90_000_000, 1_000_000, 1_000_000, 1_000_000, 5000];
  for (const [nth, accountId] of accounts.entries()) await grant(accountId, given[nth] ?? 0);

  const over = new AbortController();
  let looks = 0;
  const watching = (async () => {
    for (; !over.signal.aborted; looks++) {
      expect(await findImbalances(db)).toEqual([]);
      if (looks % 10 === 0)
        await grant(accounts[randomInt(5)] ?? "", randomInt(-500, 2000) || 1).catch(() => undefined);
      await sleep(50);
    }
  })();

  const [steady, paused] = [await start("steady", accounts), await start("paused", accounts)];
  const killed: { worker: Worker; held: number[] }[] = [];
  const stopped: Worker[] = [];
  await sleep(2000);
  await freeze(paused);
  for (let round = 0; round < 6; round++) {
    const [victim, leaver] = [await start(`killed ${round}`, accounts), await start(`stopped ${round}`, accounts)];
    await sleep(1500 + randomInt(1000));
    if (round === 4) paused.child.kill("SIGCONT"); // its leases ended some 5 seconds ago
    await end(victim, "SIGKILL");
    killed.push({ worker: victim, held: await heldBy(victim, accounts) });
    await end(leaver, "SIGTERM");
    stopped.push(leaver);
  }
  await sleep(1000);
  await Promise.all([end(steady, "SIGTERM"), end(paused, "SIGTERM")]);
  over.abort();
  await watching;
  await sleep(5100);
  await reapLeases(db);

  expect(looks).toBeGreaterThan(50);
  expect(await findImbalances(db)).toEqual([]);
  const { rows } = await sql`select id from unit_lease where amount <> spent`.execute(db);
  expect(rows).toEqual([]);
  for (const worker of [steady, paused, ...stopped]) {
    expect(journalOf(worker)).toContain("closed");
    expect(journalOf(worker).filter((line) => line.startsWith("uncounted") && worker !== paused)).toEqual([]);
  }
  for (const worker of [steady, ...stopped])
    expect([worker.name, await usedBy(worker, accounts)]).toEqual([worker.name, grantedTo(worker, 5)]);
  // the paused process may find nothing left of the account that ran out: it reports that, and no account is charged
  const late = { granted: grantedTo(paused, 5), used: await usedBy(paused, accounts) };
  expect(late.used.slice(0, 4)).toEqual(late.granted.slice(0, 4));
  expect(late.granted[4]).toBeGreaterThanOrEqual(late.used[4] ?? 0);

  const lostOf = await Promise.all(
    killed.map(async ({ worker, held }) => {
      const used = await usedBy(worker, accounts);
      const sinceFlush = grantedTo(worker, 5, true);
      return grantedTo(worker, 5).map((granted, nth) => ({
        lost: granted - (used[nth] ?? 0),
        bound: Math.min(greatestLease(given[nth] ?? 0), held[nth] ?? 0, Math.max(0, sinceFlush[nth] ?? 0)),
      }));
    }),
  );
  for (const { lost, bound } of lostOf.flat()) expect(lost).toBeLessThanOrEqual(bound);
  const lost = totalOf(lostOf.flat().map((each) => each.lost));
  console.log(
    `${killed.length} processes were killed and lost ${lost} units, at most ${totalOf(lostOf.flat().map((each) => each.bound))}`,
  );
  expect(lost).toBeGreaterThan(0);
});
