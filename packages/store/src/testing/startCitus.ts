import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { startOtherPostgres, type OtherPostgres } from "./otherPostgres.ts";

interface TestCitus {
  /** Of the coordinator. */
  readonly url: string;
  readonly workers: readonly OtherPostgres[];
  readonly stop: () => Promise<void>;
}

const WORKERS = 2;
const INSTALLED = "/usr/lib/postgresql";
/** Transactions that a killed node left prepared are ended after this time, instead of a minute. */
const SETTINGS = [
  "shared_preload_libraries=citus",
  "max_prepared_transactions=100",
  "max_connections=100",
  "wal_level=logical", // shards are moved while they are written
  "citus.recover_2pc_interval=1000",
];

/**
 * Starts a coordinator and two workers with Debian's PostgreSQL, if Citus is installed in it.
 * @returns undefined, after a word on standard error, if it isn't.
 */
export async function startCitus(): Promise<TestCitus | undefined> {
  const programs = await findPrograms();
  if (programs === undefined) {
    console.warn(`Citus is NOT TESTED: no ${INSTALLED}/*/lib/citus.so is there`);
    return undefined;
  }
  const servers: OtherPostgres[] = [];
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    for (let nth = 0; nth <= WORKERS; nth++) servers.push(await startOtherPostgres(programs, SETTINGS));
    const [coordinator, ...workers] = servers as [OtherPostgres, ...OtherPostgres[]];
    for (const { url } of servers) await run(url, "create extension citus");
    await run(coordinator.url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator.url).port})`);
    for (const { url } of workers)
      await run(coordinator.url, `select citus_add_node('127.0.0.1', ${new URL(url).port})`);
    return { url: coordinator.url, workers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findPrograms(): Promise<string | undefined> {
  const versions = await readdir(INSTALLED).catch(() => []);
  const found = versions
    .toSorted((a, b) => Number(a) - Number(b))
    .findLast((version) => existsSync(join(INSTALLED, version, "lib/citus.so")));
  return found === undefined ? undefined : join(INSTALLED, found, "bin");
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
