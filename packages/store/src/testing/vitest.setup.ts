import type { TestProject } from "vitest/node";
import { createTemplate, dropDatabase, startTestPostgres } from "./testDatabase.ts";

/** One server for the whole run, DATABASE_URL's or a temporary one, and on it the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outside = process.env["DATABASE_URL"];
  const server = outside ? { url: outside, stop: async () => undefined } : await startTestPostgres();
  const template = await createTemplate(server.url);
  project.provide("postgresUrl", server.url);
  project.provide("postgresTemplate", template);
  return async () => {
    await dropDatabase(server.url, template);
    await server.stop();
  };
}
