import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

export type Postmaster = { pid: number; port: number; status: "starting" | "ready" | "stopping" };

/**
 * Reads `postmaster.pid`, which the server writes and removes itself; undefined if the file's server is gone.
 * @see https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h
 */
export async function findPostmaster(pgdata: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(pidFile(pgdata), "utf8").catch(() => "")).split("\n");
  const pid = Number(lines[0]);
  if (!pid || !(await isServing(pid, pgdata))) return undefined;
  const status = lines[7]?.trim();
  const isKnown = status === "ready" || status === "stopping";
  return { pid, port: Number(lines[3]), status: isKnown ? status : "starting" };
}

/** Waits until this folder's server is in no transitional state. No limit: recovery takes as long as needed. */
export async function settlePostmaster(pgdata: string): Promise<Postmaster | undefined> {
  for (;;) {
    const found = await findPostmaster(pgdata);
    if (!found || found.status === "ready") return found;
    await sleep(25);
  }
}

/**
 * The pid of a crashed server may belong to another process by now, and PostgreSQL then refuses to start. With our own
 * pid instead, it continues to its second check: whether the old server's shared memory is still in use.
 */
export async function disownStalePid(pgdata: string): Promise<void> {
  const text = await readFile(pidFile(pgdata), "utf8").catch(() => undefined);
  if (text === undefined || (await findPostmaster(pgdata))) return;
  await writeFile(pidFile(pgdata), text.replace(/^-?\d+/, String(process.pid)));
}

const pidFile = (pgdata: string) => join(pgdata, "postmaster.pid");

async function isServing(pid: number, pgdata: string): Promise<boolean> {
  const command = await readCommand(pid).catch(() => "");
  return command.includes(pgdata);
}

async function readCommand(pid: number): Promise<string> {
  if (process.platform === "linux") return await readFile(`/proc/${pid}/cmdline`, "utf8");
  const { stdout } = await run("ps", ["-ww", "-p", String(pid), "-o", "command="]);
  return stdout;
}
