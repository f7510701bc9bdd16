import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPostmaster } from "../postgres/postmaster.ts";
import { freePort } from "../postgres/freePort.ts";
import { startPostgres, type Postgres } from "../postgres/startPostgres.ts";
import { copyStanding } from "./copyStanding.ts";
import { makeMemoryFolder } from "./memoryFolder.ts";

const run = promisify(execFile);

export interface TestReplica {
  /** Of the same database as the primary's URL. */
  readonly url: string;
  /** Ends it as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again at the same port. */
  readonly restart: () => Promise<void>;
  /** Stops it and deletes its files. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a streaming replica of an embedded server: with a copy of its folder, which the server allows as an online
 * backup. Resolves when it accepts reads.
 * @param primaryUrl - Of a superuser, on a server of startTestPostgres.
 */
export async function startReplica(primaryUrl: string): Promise<TestReplica> {
  const folder = await makeMemoryFolder();
  const port = await freePort();
  const pgdata = await copyServer(primaryUrl, folder);
  const start = () => startPostgres({ dataDir: folder, port, durable: false, log: () => undefined });
  const servers: Postgres[] = [await start()];
  const url = new URL(primaryUrl);
  url.port = String(port);
  return {
    url: url.href,
    kill: async () => {
      const ended = servers.at(-1)?.untilEnded();
      const { pid } = (await findPostmaster(pgdata)) ?? {};
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await ended;
    },
    restart: async () => void servers.push(await start()),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the copy's data folder, `folder/cluster/pgdata`. */
async function copyServer(primaryUrl: string, folder: string): Promise<string> {
  const cluster = join(folder, "cluster");
  const pgdata = join(cluster, "pgdata");
  await chmod(folder, 0o711);
  await mkdir(cluster, { mode: 0o711 });
  const source = await copyStanding(primaryUrl, pgdata);
  await copyFile(join(source, "..", "password"), join(cluster, "password"));
  await run("mkfifo", ["-m", "600", join(cluster, "holders")]);
  return pgdata;
}
