import { existsSync, readFileSync } from "node:fs";
import { UsageError } from "./usageError.ts";

export const DATABASE_HELP = `Settings (environment):
  DATABASE_URL        the store's database (default: that of the Portico which runs here)
  DATABASE_DIRECT_URL the same database without a pooler in between; doctor looks at both (default: DATABASE_URL)
  PORTICO_STATE_DIR   where the Portico which runs here has its run.json (default .portico)`;

/** @throws UsageError if none is found. */
export function findDatabaseUrl(env: NodeJS.ProcessEnv, runFile: string): string {
  if (env["DATABASE_URL"]) return env["DATABASE_URL"];
  if (!existsSync(runFile)) {
    throw new UsageError("No Portico runs here: start it with pnpm start, or set DATABASE_URL to the store's database");
  }
  return (JSON.parse(readFileSync(runFile, "utf8")) as { databaseUrl: string }).databaseUrl;
}
