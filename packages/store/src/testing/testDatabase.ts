import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { distribute } from "../distribution/distribute.ts";
import { migrate } from "../migrations/migrate.ts";
import { startPostgres } from "../postgres/startPostgres.ts";
import type { Postgres } from "../postgres/startPostgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may create databases, and the migrated one to clone. */
    postgresUrl: string;
    postgresTemplate: string;
  }
}

export type TestDatabase = { url: string; db: Store; drop: () => Promise<void> };

/**
 * A server in a temporary folder that a crash may break; it and its folder are gone after `stop`. Outside of vitest too.
 * @param makeFolder - Makes that folder.
 */
export async function startTestPostgres(makeFolder = makeTemporaryFolder): Promise<Postgres> {
  const folder = await makeFolder();
  const server = await startPostgres({ dataDir: folder, durable: false });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

const makeTemporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "portico-postgres-"));

/**
 * Creates a migrated database to clone.
 * @returns its name.
 */
export async function createTemplate(serverUrl: string): Promise<string> {
  const name = makeName("template");
  const url = await createOnNodes(serverUrl, name);
  const isCitus = (await listNodes(serverUrl)).length > 1;
  const db = openDatabase(url, { max: 1 });
  try {
    await migrate(db);
    if (isCitus) await distribute(db, { shardCount: TEST_SHARDS });
  } finally {
    await closeDatabase(db);
  }
  if (isCitus) await runOnNodes(serverUrl, `alter database ${name} with allow_connections false`);
  return name;
}

/** An empty database on all nodes of a Citus cluster, of which nothing is distributed. One connection, as it is to be alone. */
export async function createCitusDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = makeName("test");
  await createOnNodes(serverUrl, name);
  return open(serverUrl, name, 1);
}

/**
 * Creates an empty database on a server; if it is a Citus coordinator, also on its workers, as one that can be distributed.
 * @param workerCount - At most so many of them; all by default.
 * @returns its URL.
 */
export async function createOnNodes(serverUrl: string, name: string, workerCount = Infinity): Promise<string> {
  const [, ...workers] = await runOnNodes(serverUrl, `create database ${name}`);
  if (workers.length > 0 && workerCount > 0) await addNodes(serverUrl, workers.slice(0, workerCount), name);
  return urlOf(serverUrl, name);
}

/** Within vitest: a migrated database that `fill` wrote to, to clone like the run's own. Dropped at the end of the run. */
export async function createFilledTemplate(fill: (db: Store) => Promise<void>): Promise<string> {
  const { url, db } = await createTestDatabase();
  try {
    await fill(db);
  } finally {
    await closeDatabase(db);
  }
  return new URL(url).pathname.slice(1);
}

/**
 * A new, migrated database for one test file; other processes may use it by its url. `drop` ends all connections.
 * @param from - Omitted within vitest: the server and the template of the run. `template: "template1"` gives an empty
 * one.
 */
export async function createTestDatabase(from: { serverUrl?: string; template?: string } = {}): Promise<TestDatabase> {
  const serverUrl = from.serverUrl ?? (await injectFromRun("postgresUrl"));
  const template = from.template ?? (await injectFromRun("postgresTemplate"));
  const name = from.serverUrl ? makeName("test") : `${await injectFromRun("postgresTemplate")}_${randomHex()}`;
  await disconnect(serverUrl, template);
  await runOnNodes(serverUrl, `create database ${name} template ${template} strategy file_copy`); // half the work of the default
  await copySettings(serverUrl, template, name);
  return open(serverUrl, name, 5);
}

function open(serverUrl: string, name: string, max: number): TestDatabase {
  const url = urlOf(serverUrl, name);
  const db = openDatabase(url, { max });
  const drop = async () => {
    await closeDatabase(db);
    await dropDatabase(serverUrl, name);
  };
  return { url, db, drop };
}

const DISCONNECT_MS = 200;
const DISCONNECT_POLL_MS = 10;

/**
 * Drops a database. Pools that were closed may still be disconnecting, and ending their connections would be an error
 * that nobody handles, so it waits for them shortly; then it ends all connections.
 */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (let waited = 0; waited < DISCONNECT_MS; waited += DISCONNECT_POLL_MS) {
      const { rows } = await client.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name]);
      if (rows.length === 0) break;
      await sleep(DISCONNECT_POLL_MS);
    }
  } finally {
    await client.end();
  }
  await runOnNodes(serverUrl, `drop database if exists ${name} with (force)`);
}

async function injectFromRun(key: "postgresUrl" | "postgresTemplate"): Promise<string> {
  const { inject } = await import("vitest");
  return inject(key);
}

/** Drops a run's template and all that its tests made and left. */
export async function dropRun(serverUrl: string, template: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [template],
    );
    for (const { name } of rows) await runOnNodes(serverUrl, `drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

const randomHex = (): string => randomBytes(6).toString("hex");

const makeName = (purpose: string): string => `portico_${purpose}_${randomHex()}`;

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Of each table of a test on Citus: it has two workers. */
export const TEST_SHARDS = 4;

const nodesOf = new Map<string, Promise<string[]>>();

/** The server itself, and if it is a Citus coordinator its workers; URLs. */
function listNodes(serverUrl: string): Promise<string[]> {
  const known = nodesOf.get(serverUrl) ?? readNodes(serverUrl);
  nodesOf.set(serverUrl, known);
  return known;
}

async function readNodes(serverUrl: string): Promise<string[]> {
  const [found] = await runOn<{ nodes: unknown }>(serverUrl, "select to_regclass('pg_dist_node') as nodes");
  if (found?.nodes === null) return [serverUrl];
  const workers = await runOn<{ host: string; port: number }>(
    serverUrl,
    "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid",
  );
  const urls = workers.map(({ host, port }) => {
    const url = new URL(serverUrl);
    url.hostname = host;
    url.port = String(port);
    return url.href;
  });
  return [serverUrl, ...urls];
}

/** @returns the nodes. */
async function runOnNodes(serverUrl: string, statement: string): Promise<string[]> {
  const nodes = await listNodes(serverUrl);
  for (const url of nodes) await runOn(url, statement);
  return nodes;
}

/** Citus' own connections to a database, which must have none to be cloned. */
async function disconnect(serverUrl: string, name: string): Promise<void> {
  if ((await listNodes(serverUrl)).length === 1) return;
  await runOnNodes(serverUrl, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`);
}

/** A clone has no settings of its database. */
async function copySettings(serverUrl: string, from: string, to: string): Promise<void> {
  if ((await listNodes(serverUrl)).length === 1) return;
  const settings = await runOn<{ text: string }>(
    serverUrl,
    `select unnest(setconfig) as text from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = '${from}'`,
  );
  for (const { text } of settings) {
    const [name, value] = text.split("=");
    await runOn(serverUrl, `alter database ${to} set ${name} = '${value}'`);
  }
}

/** Makes databases of the same name one distributed database. */
async function addNodes(coordinator: string, workers: readonly string[], name: string): Promise<void> {
  for (const url of [coordinator, ...workers]) await runOn(urlOf(url, name), "create extension citus");
  const hostOf = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port}`;
  const at = urlOf(coordinator, name);
  await runOn(at, `select citus_set_coordinator_host(${hostOf(coordinator)})`);
  for (const url of workers) await runOn(at, `select citus_add_node(${hostOf(url)})`);
}

async function runOn<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
