import type { TestProject } from "vitest/node";
import { Client } from "pg";
import { createTemplate, dropRun, startTestPostgres } from "./testDatabase.ts";
import { deleteAbandonedFolders, makeMemoryFolder } from "./memoryFolder.ts";

/** One server for the whole run, DATABASE_URL's or a temporary one, with the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env["DATABASE_URL"];
  const server = outside ? { url: outside, stop: async () => undefined } : await startServer();
  const template = await createTemplate(server.url);
  project.provide("postgresUrl", server.url);
  project.provide("postgresTemplate", template);
  return async () => {
    await dropRun(server.url, template);
    await server.stop();
  };
}

async function startServer() {
  await deleteAbandonedFolders();
  const server = await startTestPostgres(makeMemoryFolder);
  await lowerScramIterations(server.url);
  return server;
}

/** Of the 4,096 rounds of hashing that each of the run's thousands of connections would begin with. */
async function lowerScramIterations(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set scram_iterations = 1");
    const password = client.escapeLiteral(decodeURIComponent(new URL(url).password));
    await client.query(`alter role current_user password ${password}`);
  } finally {
    await client.end();
  }
}
