import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeMemoryFolder } from "../testing/memoryFolder.ts";
import { getAccount } from "./account.ts";
import { getBinaries } from "./binaries.ts";
import { findPostmaster } from "./postmaster.ts";
import { startPostgres } from "./startPostgres.ts";
import type { Postgres, PostgresOptions } from "./startPostgres.ts";

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
/** Of all tests: they run concurrently. */
const cleanups: (() => Promise<unknown>)[] = [];

const used = await makeMemoryFolder();
beforeAll(async () => {
  await chmod(used, 0o755);
  const server = await startPostgres({ dataDir: used, durable: false, log: () => undefined });
  await server.stop();
});
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
  await rm(used, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await makeMemoryFolder();
  await chmod(folder, 0o755);
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder in which a server was started before, without the time that takes. */
async function makeUsedFolder(): Promise<string> {
  const folder = await makeFolder();
  await run("cp", ["-a", join(used, "cluster"), folder]);
  return folder;
}

async function start(dataDir: string, options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  const server = await startPostgres({ dataDir, durable: false, log: () => undefined, ...options });
  cleanups.push(server.stop);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

const pgdataOf = (pgFolder: string) => join(pgFolder, "cluster", "pgdata");
const isOver = (pgFolder: string) => async () => expect(await findPostmaster(pgdataOf(pgFolder))).toBeUndefined();

/** Another process that starts the server, writes a row, reports it, and stays. */
async function startElsewhere(dataDir: string) {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL("startPostgres.ts", import.meta.url).href)});
    const { Client } = await import(${JSON.stringify(import.meta.resolve("pg"))});
    const server = await startPostgres({ dataDir: process.argv[1] });
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await client.query("create table if not exists kept (n int)");
    await client.query("insert into kept values (1)");
    console.log(server.url);
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  return { child, ended };
}

async function findProcess(...words: string[]): Promise<number> {
  const { stdout } = await run("ps", ["-ww", "-eo", "pid=,args="]);
  const line = stdout.split("\n").find((it) => words.every((word) => it.includes(word)));
  return Number.parseInt(line ?? "", 10);
}

test.concurrent("a second start continues with the data of the first, in a path with spaces and quotes", async () => {
  const dataDir = join(await makeFolder(), `it's "a" $HOME ${"long ".repeat(30)}`, "deep", "data");
  const first = await start(dataDir);
  await query(first.url, "create table kept as select 42 as n");
  await first.stop();
  const second = await start(dataDir);
  expect(await query(second.url, "select n from kept")).toEqual([42]);
});

test.concurrent("it listens on 127.0.0.1 only, and requires the password, which only its owner can read", async () => {
  const dataDir = await makeUsedFolder();
  const { url } = await start(dataDir);
  expect(await query(url, "show listen_addresses")).toEqual(["127.0.0.1"]);
  expect(await query(url, "show unix_socket_directories")).toEqual([""]);
  expect((await stat(join(dataDir, "cluster", "password"))).mode & 0o777).toBe(0o600);
  await expect(query(url.replace(/:[^:@]+@/, ":wrong@"), "select 1")).rejects.toThrow("password authentication failed");
});

test.concurrent("durability is disabled only on request", async () => {
  const durable = await start(await makeUsedFolder(), { durable: true });
  expect(await query(durable.url, "show fsync")).toEqual(["on"]);
  const careless = await start(await makeUsedFolder());
  expect(await query(careless.url, "show fsync")).toEqual(["off"]);
});

test.concurrent("two concurrent starts of one folder share a server, which the last stop ends", async () => {
  const dataDir = await makeFolder();
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
  expect(one.url).toBe(two.url);
  await one.stop();
  expect(await query(two.url, "select 1")).toEqual([1]);
  await two.stop();
  await isOver(dataDir)();
});

test.concurrent("a killed process takes the server with it, and committed data survives", async () => {
  const dataDir = await makeUsedFolder();
  const { child, ended } = await startElsewhere(dataDir);
  child.kill("SIGKILL");
  await ended;
  await vi.waitFor(isOver(dataDir));
  const again = await start(dataDir);
  expect(await query(again.url, "select n from kept")).toEqual([1]);
});

test.concurrent("Ctrl-C ends a process without a handler, and the server shuts down cleanly", async () => {
  const dataDir = await makeUsedFolder();
  const { child, ended } = await startElsewhere(dataDir);
  process.kill(-(child.pid ?? 0), "SIGINT");
  await ended;
  await vi.waitFor(isOver(dataDir));
  // the server removes its pid file first, and logs that afterwards
  const readLog = () => readFile(join(dataDir, "postgres.log"), "utf8");
  await vi.waitFor(async () => expect(await readLog()).toContain("database system is shut down"));
  const again = await start(dataDir);
  expect(await query(again.url, "select n from kept")).toEqual([1]);
});

test.concurrent("a server without holders and keeper is taken over and stopped by the next start", async () => {
  const dataDir = await makeUsedFolder();
  const { child, ended } = await startElsewhere(dataDir);
  process.kill(await findProcess("portico-keeper", dataDir), "SIGKILL");
  child.kill("SIGKILL");
  await ended;
  const orphan = await findPostmaster(pgdataOf(dataDir));
  expect(orphan).toBeDefined();
  const next = await start(dataDir);
  expect((await findPostmaster(pgdataOf(dataDir)))?.pid).toBe(orphan?.pid);
  expect(await query(next.url, "select n from kept")).toEqual([1]);
  await next.stop();
  await isOver(dataDir)();
});

test.concurrent("a killed server recovers, also if another process has its pid by now", async () => {
  const dataDir = await makeUsedFolder();
  const first = await start(dataDir, { durable: true });
  await query(first.url, "create table kept as select 7 as n");
  const killed = await findPostmaster(pgdataOf(dataDir));
  process.kill(killed?.pid ?? 0, "SIGKILL");
  await vi.waitFor(isOver(dataDir));
  const sleeper = spawn("sleep", ["60"], { ...(await getAccount()) });
  cleanups.push(async () => sleeper.kill());
  const pidFile = join(pgdataOf(dataDir), "postmaster.pid");
  await writeFile(pidFile, (await readFile(pidFile, "utf8")).replace(/^\d+/, String(sleeper.pid)));
  const second = await start(dataDir);
  expect(await query(second.url, "select n from kept")).toEqual([7]);
});

test.concurrent("a port in use is reported as an error", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  cleanups.push(async () => other.close());
  const address = other.address();
  const port = typeof address === "object" ? address?.port : undefined;
  if (port === undefined) throw new TypeError("No port");
  await expect(start(await makeUsedFolder(), { port })).rejects.toThrow("Address already in use");
});

test.concurrent("data of another version is reported as an error, with the log's path", async () => {
  const dataDir = await makeUsedFolder();
  await writeFile(join(pgdataOf(dataDir), "PG_VERSION"), "17\n");
  await expect(start(dataDir)).rejects.toThrow(/initialized by PostgreSQL version 17[^]*Its log is .*postgres\.log/);
});

test
  .runIf(isRoot)
  .concurrent(
    "as root, if the folder is inaccessible to others, the data is put where the server can access it",
    async () => {
      const folder = await makeFolder();
      await chmod(folder, 0o700);
      const logged: string[] = [];
      const log = (line: string) => logged.push(line);
      const first = await start(join(folder, "data"), { log });
      await query(first.url, "create table kept as select 42 as n");
      await first.stop();
      const pgFolder = /is in (\/var\/tmp\/portico-\w+)$/.exec(logged[0] ?? "")?.[1];
      if (pgFolder === undefined) throw new Error(`Not logged: ${logged.join()}`);
      cleanups.unshift(() => rm(pgFolder, { recursive: true }));
      const second = await start(join(folder, "data"), { log });
      expect(await query(second.url, "select n from kept")).toEqual([42]);
      expect(await query(second.url, "show data_directory")).toEqual([pgdataOf(pgFolder)]);
      await second.stop();

      await rm(join(folder, "data"), { recursive: true });
      const anew = await start(join(folder, "data"), { log });
      const [directory] = await query(anew.url, "show data_directory");
      expect(directory).not.toBe(pgdataOf(pgFolder));
      cleanups.unshift(() => rm(String(directory).replace("/cluster/pgdata", ""), { recursive: true }));
    },
  );

test
  .runIf(isRoot)
  .concurrent(
    "as root, such data is found after the folder was renamed, and after it was opened to others",
    async () => {
      const folder = await makeFolder();
      await chmod(folder, 0o700);
      const [dataDir, formerDataDir] = [join(folder, "devnet/postgres"), join(folder, "pocket/postgres")];
      const first = await start(formerDataDir);
      await query(first.url, "create table kept as select 42 as n");
      await first.stop();

      await rename(join(folder, "pocket"), join(folder, "devnet"));
      const second = await start(dataDir, { formerDataDir });
      const [directory] = await query(second.url, "show data_directory");
      cleanups.unshift(() => rm(String(directory).replace("/cluster/pgdata", ""), { recursive: true }));
      expect(await query(second.url, "select n from kept")).toEqual([42]);
      await second.stop();

      await chmod(folder, 0o711);
      const third = await start(dataDir);
      expect(await query(third.url, "select n from kept")).toEqual([42]);
      expect(await query(third.url, "show data_directory")).toEqual([directory]);
    },
  );

test
  .runIf(isRoot)
  .concurrent("as root, if the binaries are inaccessible to others, a copy is run, made once", async () => {
    const native = await makeFolder();
    await chmod(native, 0o700);
    await mkdir(join(native, "bin"));
    await writeFile(join(native, "bin", "postgres"), "#!/bin/sh\necho copied\n", { mode: 0o755 });
    const version = `test-${process.pid}`;
    const logged: string[] = [];
    const log = (line: string) => logged.push(line);
    const account = await getAccount();
    cleanups.push(() => rm(`/var/tmp/portico-postgres-${version}`, { recursive: true, force: true }));
    const copies = await Promise.all([1, 2].map(() => getBinaries(account, log, { native, version })));
    expect(copies).toEqual([1, 2].map(() => `/var/tmp/portico-postgres-${version}/bin`));
    const { stdout } = await run(join(copies[0] ?? "", "postgres"), [], { ...account, cwd: "/" });
    expect(stdout).toBe("copied\n");
    const before = logged.length;
    await getBinaries(account, log, { native, version });
    expect(logged).toHaveLength(before);
  });
