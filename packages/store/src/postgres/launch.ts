import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SERVER_ENV } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { freePort } from "./freePort.ts";
import { hold } from "./keeper.ts";
import { disownStalePid, findPostmaster } from "./postmaster.ts";

export type LaunchOptions = {
  binaries: string;
  cluster: Cluster;
  logFile: string;
  port: number | undefined;
  isDurable: boolean;
};

/** A running server, or why it failed (its log lines since the attempt). */
export type Launch = { release: () => void; port: number } | { failure: string };

const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=", // the lock file of a socket would need a /tmp that the server's user can write to
  "password_encryption=scram-sha-256",
  "timezone=UTC",
  "log_timezone=UTC",
  "max_connections=200",
  "shared_buffers=256MB",
  "max_wal_size=4GB",
  "random_page_cost=1.1",
  "jit=off",
  "log_checkpoints=off",
];
/** For tests and other disposable data. */
const CARELESS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * Starts the server and waits until it accepts connections or has ended. It has its own process group: Ctrl-C doesn't
 * end it.
 */
export async function launch(options: LaunchOptions): Promise<Launch> {
  const { binaries, cluster, logFile } = options;
  await disownStalePid(cluster.pgdata);
  const port = options.port ?? (await freePort());
  const settings = [...SETTINGS, `port=${port}`, ...(options.isDurable ? [] : CARELESS)].flatMap((it) => ["-c", it]);
  const log = await openLog(logFile);
  const server = spawn(join(binaries, "postgres"), ["-D", cluster.pgdata, ...settings], {
    ...cluster.account,
    cwd: "/",
    env: SERVER_ENV,
    detached: true,
    stdio: ["ignore", log.file.fd, log.file.fd],
  });
  const ended = once(server, "exit").then(
    () => "ended",
    (error: Error) => error.message,
  );
  const release = hold(cluster);
  server.unref();
  await log.file.close();
  const outcome = await Promise.race([ended, untilReady(cluster.pgdata, server)]);
  if (outcome === "ready") return { release, port };
  release();
  const text = await readFile(logFile, "utf8");
  return { failure: describeFailure(text.slice(log.start)) || outcome };
}

async function untilReady(pgdata: string, server: ChildProcess): Promise<"ready" | "ended"> {
  while (server.exitCode === null && server.signalCode === null) {
    const found = await findPostmaster(pgdata);
    if (found && found.pid === server.pid && found.status === "ready") return "ready";
    await sleep(20);
  }
  return "ended";
}

/** One old log is retained, so the file never exceeds the output of one run by more than a megabyte. */
async function openLog(logFile: string) {
  const before = await stat(logFile).catch(() => undefined);
  if (before && before.size > 1e6) await rename(logFile, `${logFile}.old`);
  const file = await open(logFile, "a", 0o600);
  return { file, start: (await file.stat()).size };
}

/** The relevant lines of a log: the failure and the hint. */
const describeFailure = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|DETAIL|could not|error while loading)/.test(line))
    .map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, ""))
    .slice(-6)
    .join("\n");
