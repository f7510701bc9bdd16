import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestShell } from "./testing/createTestShell.ts";

const ROWS = 2_000_000;

const MAIN = join(import.meta.dirname, "main.ts");
const start = (url: string, ...args: string[]) =>
  spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["pipe", "pipe", "pipe"],
  });

test("backups and restores of millions of rows need little memory, and killed ones leave nothing half", async () => {
  const [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const folder = mkdtempSync(join(tmpdir(), "portico-backup-"));
  const file = join(folder, "portico.backup");
  await sql`
    insert into message (recipient, batch_id, is_blocked)
    select substring(sha256(n::text::bytea) for 20), 'batch_' || n, false from generate_series(1, ${ROWS}::integer) n`.execute(
    source.db,
  );

  const stopped = start(source.url, "backup", file);
  await once(stopped.stderr, "data");
  stopped.kill("SIGTERM");
  await once(stopped, "exit");
  expect(readdirSync(folder)).toEqual([]);

  const whole = start(source.url, "backup", file);
  whole.stderr.resume();
  whole.stdout.resume();
  let resident = 0;
  while (whole.exitCode === null) {
    resident = Math.max(resident, readResident(whole.pid!));
    await sleep(20);
  }
  expect(whole.exitCode).toBe(0);
  expect(resident).toBeGreaterThan(0);
  expect(resident).toBeLessThan(500e6);

  const text = readFileSync(file);
  const limited = ["-c", 'ulimit -f 8192 && exec "$@"', "sh", process.execPath, MAIN, "backup", file];
  const refused = spawnSync("sh", limited, { env: { ...process.env, DATABASE_URL: source.url }, encoding: "utf8" });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file} can't be written: EFBIG`) });
  expect(readdirSync(folder)).toEqual(["portico.backup"]);
  expect(readFileSync(file).equals(text)).toBe(true);

  const cut = start(target.url, "restore", "-");
  cut.stdin.on("error", () => undefined).write(text.subarray(0, text.length >> 1));
  await untilCopied(target.db);
  cut.kill("SIGKILL");
  await once(cut, "exit");
  const count = async () =>
    (await sql<{ count: bigint }>`select count(*) from message`.execute(target.db)).rows[0]?.count;
  expect(await count()).toBe(0n);

  expect(await createTestShell(target.db)("restore", file)).toMatchObject({ code: 0 });
  expect(await count()).toBe(BigInt(ROWS));
  rmSync(folder, { recursive: true });
  await Promise.all([source.drop(), target.drop()]);
});

function readResident(pid: number): number {
  try {
    const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** Until rows of the restore have reached the server. */
async function untilCopied(db: Awaited<ReturnType<typeof createTestDatabase>>["db"]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ rows: bigint }>`
      select tuples_processed as rows from pg_stat_progress_copy where relid = 'message'::regclass`.execute(db);
    if ((rows[0]?.rows ?? 0n) > 10_000n) return;
    await sleep(20);
  }
}
