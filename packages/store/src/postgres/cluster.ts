import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasCode } from "../database/errorCode.ts";
import type { Account } from "./account.ts";

const run = promisify(execFile);

/** The superuser and the database of the embedded server. */
export const DATABASE_NAME = "portico";

/**
 * A minimal environment: PGDATA and similar variables must not affect the server, and our secrets must not leak to it.
 */
export const SERVER_ENV = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LANG: "C", TZ: "UTC" };

export type Cluster = {
  pgdata: string;
  holders: string;
  password: string;
  /** The owner of `pgdata`: it runs the server from now on, even if the machine gets other users later. */
  account: Account;
};

/**
 * Opens `place/cluster`, creating it if missing: `pgdata` (the server's own folder), `password` (mode 600) and
 * `holders` (the pipe of keeper.ts). It is created under a temporary name and renamed, so it is always complete, also
 * with concurrent starts.
 */
export async function openCluster(
  shortFolder: string,
  binaries: string,
  account: Account,
  isDurable: boolean,
): Promise<Cluster> {
  const folder = join(shortFolder, "cluster");
  const found = await readCluster(folder);
  if (found) return found;

  const draft = await mkdtemp(join(shortFolder, "cluster."));
  try {
    await initialise(draft, binaries, account, isDurable ? [] : ["--no-sync"]);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const other = await readCluster(folder);
    if (!other) throw error;
    return other;
  }
  return getCluster(folder);
}

async function getCluster(folder: string): Promise<Cluster> {
  const pgdata = join(folder, "pgdata");
  const password = await readFile(join(folder, "password"), "utf8");
  const { uid, gid } = await stat(pgdata);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  return { pgdata, holders: join(folder, "holders"), password: password.trim(), account };
}

const readCluster = (folder: string): Promise<Cluster | undefined> =>
  getCluster(folder).catch((error: unknown) => {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  });

async function initialise(folder: string, binaries: string, account: Account, flags: string[]): Promise<void> {
  await chmod(folder, 0o711);
  const pgdata = join(folder, "pgdata");
  const passwordFile = join(folder, "password");
  await mkdir(pgdata, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (account.uid !== undefined) {
    await chown(pgdata, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  await run("mkfifo", ["-m", "600", join(folder, "holders")]);
  await runInitdb(join(binaries, "initdb"), ["-D", pgdata, `--pwfile=${passwordFile}`, ...flags], account);
  if (account.uid !== undefined) await chown(passwordFile, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
}

const INITDB_FLAGS = [
  "--auth=scram-sha-256",
  `--username=${DATABASE_NAME}`,
  "--no-instructions",
  // byte order and UTF-8 regardless of the machine's locale, so that indexes sort the same everywhere
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
];

async function runInitdb(initdb: string, flags: string[], account: Account): Promise<void> {
  try {
    await run(initdb, [...flags, ...INITDB_FLAGS], { ...account, cwd: "/", env: SERVER_ENV });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause); // its message ends with initdb's output
    throw new Error(`PostgreSQL could not set up its data folder: ${reason}`, { cause });
  }
}
