import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { hasCode } from "../database/errorCode.ts";
import { getAccount } from "./account.ts";
import { getBinaries } from "./binaries.ts";
import { DATABASE_NAME, openCluster } from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { hasKeeper, hold } from "./keeper.ts";
import { launch } from "./launch.ts";
import { prepareFolder } from "./prepareFolder.ts";
import { findPostmaster, settlePostmaster } from "./postmaster.ts";

export type PostgresOptions = {
  /** The folder of this server's files. It is created if missing; otherwise its data is used. */
  dataDir: string;
  /** Where `dataDir` was before it was moved. As root, data that had to be put elsewhere for it is found by that. */
  formerDataDir?: string;
  /** TCP port on 127.0.0.1; a free one if omitted. A port in use is an error. */
  port?: number;
  /** false: a crash may lose or corrupt all data, and writing is faster. For tests. */
  durable?: boolean;
  /** Called with lines for the user: where the data is, or that a running server is joined. */
  log?: (line: string) => void;
};

export type Postgres = {
  /** Of the database `portico`, whose owner is a superuser, with the password. */
  url: string;
  /** Releases the server; the last process to do so stops it, and this resolves when it has stopped. */
  stop: () => Promise<void>;
  /** Resolves when the server has ended, for whatever reason. Polls four times a second, from this call on. */
  untilEnded: () => Promise<void>;
};

/**
 * Starts the PostgreSQL 18 installed from npm, on 127.0.0.1 only, or joins the one that already serves this folder. As
 * root it runs as an unprivileged user. It ends when every process that started it has stopped it, or ended.
 * @throws Error with the cause and, if there is one, the log's path.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const account = await getAccount();
  const binaries = await getBinaries(account, log);
  const location = await prepareFolder(resolve(options.dataDir), account, {
    formerDataDir: options.formerDataDir && resolve(options.formerDataDir),
    log,
  });
  const isDurable = options.durable ?? true;
  const cluster = await openCluster(location, binaries, account, isDurable);
  const logFile = join(location, "postgres.log");
  const launchOptions = { binaries, cluster, logFile, port: options.port, isDurable };

  const deadline = Date.now() + 15_000;
  for (;;) {
    const outcome = (await joinRunning(cluster, options.port, log)) ?? (await launch(launchOptions));
    if (!("failure" in outcome)) return await open(cluster, outcome);
    if (Date.now() > deadline || !isPassing(outcome.failure, options.port)) {
      throw new Error(`PostgreSQL did not start: ${outcome.failure}\nIts log is ${logFile}`);
    }
    await sleep(200);
  }
}

/** Another process won the race for the folder or the port, or a killed server's processes are still ending. */
const isPassing = (failure: string, port: number | undefined): boolean =>
  /lock file "postmaster.pid" already exists|pre-existing shared memory/.test(failure) ||
  (port === undefined && failure.includes("Address already in use"));

type Held = { release: () => void; port: number };

async function joinRunning(
  cluster: Cluster,
  port: number | undefined,
  log: (line: string) => void,
): Promise<Held | undefined> {
  const found = await settlePostmaster(cluster.pgdata);
  if (!found) return undefined;
  const release = hold(cluster);
  await sleep(50); // its keeper may be about to stop it
  if ((await findPostmaster(cluster.pgdata))?.status !== "ready") {
    release();
    return joinRunning(cluster, port, log);
  }
  if (port !== undefined && port !== found.port) log(`PostgreSQL already runs here, on port ${found.port}`);
  return { release, port: found.port };
}

const WATCH_MS = 250;

async function open(cluster: Cluster, { release, port }: Held): Promise<Postgres> {
  const server = `postgresql://${DATABASE_NAME}:${cluster.password}@127.0.0.1:${port}`;
  try {
    await ensureDatabase(`${server}/postgres`);
  } catch (error) {
    release();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  const { pid } = (await findPostmaster(cluster.pgdata)) ?? {};
  return {
    url: `${server}/${DATABASE_NAME}`,
    stop: () => (stopped ??= stop(cluster, release)),
    untilEnded: () => untilGone(cluster.pgdata, pid),
  };
}

async function untilGone(pgdata: string, pid: number | undefined): Promise<void> {
  for (;;) {
    const found = await findPostmaster(pgdata);
    if (!found || found.pid !== pid) return;
    await sleep(WATCH_MS, undefined, { ref: false });
  }
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`).catch(ignoreDuplicate);
  } finally {
    await client.end();
  }
}

/** 42P04 duplicate_database, or 23505 if two create it at exactly the same time. */
function ignoreDuplicate(error: unknown): void {
  if (!hasCode(error, "42P04") && !hasCode(error, "23505")) throw error;
}

/**
 * A server that is still ready a second after the release has other holders, or has lost its keeper: then it is stopped
 * here.
 */
async function stop(cluster: Cluster, release: () => void): Promise<void> {
  release();
  const deadline = Date.now() + 1000;
  for (;;) {
    const found = await findPostmaster(cluster.pgdata);
    if (!found) return;
    if (found.status === "ready" && Date.now() > deadline) {
      if (hasKeeper(cluster.holders)) return;
      process.kill(found.pid, "SIGINT");
    }
    await sleep(20);
  }
}
