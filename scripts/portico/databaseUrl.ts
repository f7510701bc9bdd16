import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "./usageError.ts";

export const DATABASE_HELP = `Settings (environment):
  DATABASE_URL        the store's database (default: that of the running Portico)
  DATABASE_DIRECT_URL the same database without a pooler; doctor checks both (default: DATABASE_URL)
  DATABASE_READ_URL   its replicas; doctor and status check them (default: none)
  PORTICO_STATE_DIR   folder with the run.json of the running Portico (default .portico)`;

/** @throws UsageError if none is found. */
export function findDatabaseUrl(env: NodeJS.ProcessEnv, runFile: string): string {
  if (env["DATABASE_URL"]) return env["DATABASE_URL"];
  if (!existsSync(runFile)) {
    throw new UsageError(
      "Portico is not running: start it with pnpm start, or set DATABASE_URL to the store's database",
    );
  }
  return (JSON.parse(readFileSync(runFile, "utf8")) as { databaseUrl: string }).databaseUrl;
}
