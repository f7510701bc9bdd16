import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { closeDatabase, openDatabase } from "../database/database.ts";
import type { Store } from "../database/database.ts";
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
  await runOn(serverUrl, `create database ${name}`);
  const db = openDatabase(urlOf(serverUrl, name), { max: 1 });
  try {
    await migrate(db);
  } finally {
    await closeDatabase(db);
  }
  return name;
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
  await runOn(serverUrl, `create database ${name} template ${template} strategy file_copy`); // half the work of the default
  const url = urlOf(serverUrl, name);
  const db = openDatabase(url, { max: 5 });
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
      const { rows } = await client.query("select from pg_stat_activity where datname = $1 limit 1", [name]);
      if (rows.length === 0) break;
      await sleep(DISCONNECT_POLL_MS);
    }
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
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
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
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

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
