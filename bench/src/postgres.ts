import { join } from "node:path";
import { startPostgres } from "@portico/store";
import { Client } from "pg";

/** The product's own server with its settings, without fsync, in the run's folder. */
export const startBenchPostgres = (folder: string): ReturnType<typeof startPostgres> =>
  startPostgres({ dataDir: join(folder, "postgres"), durable: false, log: () => {} });

/** @returns its URL. */
export async function createEmptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
