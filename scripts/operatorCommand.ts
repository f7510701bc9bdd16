/** What the commands for operators have in one: they open the store's database, print lines, and say in one line what is wrong. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, openDatabase } from "@portico/store";
import type { Store } from "@portico/store";
import { stateFolder } from "./stateFolder.ts";

/** What the person did wrong: said without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const databaseHelp = `Settings (environment):
  DATABASE_URL        the store's database (default: that of the Portico which runs here)
  PORTICO_STATE_DIR   where the Portico which runs here has its run.json (default .portico)`;

/** @throws UsageError when there is none to be found. */
export function findDatabaseUrl(env: NodeJS.ProcessEnv, runFile: string): string {
  if (env["DATABASE_URL"]) return env["DATABASE_URL"];
  if (!existsSync(runFile)) {
    throw new UsageError("No Portico runs here: start it with pnpm start, or set DATABASE_URL to the store's database");
  }
  return (JSON.parse(readFileSync(runFile, "utf8")) as { databaseUrl: string }).databaseUrl;
}

/** Does something in the store. @returns the lines to print. */
export type Work = (db: Store) => Promise<string[]>;

/**
 * Runs this process as a command.
 * @param read - What the arguments ask for; undefined: for help. Throws UsageError, or what parseArgs throws.
 */
export async function runOperatorCommand(help: string, read: () => Work | undefined): Promise<void> {
  try {
    const work = read();
    const lines = work === undefined ? [help] : await withStore(work);
    for (const line of lines) console.log(line);
  } catch (error) {
    console.error(explain(error, help));
    process.exitCode = 1;
  }
}

async function withStore(work: Work): Promise<string[]> {
  const db = openDatabase(findDatabaseUrl(process.env, join(stateFolder, "run.json")), { max: 1 });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

const AWAY = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"]);
const OLDER = new Set(["42P01", "42703"]); // undefined_table, undefined_column

function explain(error: unknown, help: string): unknown {
  const { name, message, code = "" } = error as Error & { code?: string };
  if (AWAY.has(code)) return "The database does not answer. Is Portico running? See pnpm start, or DATABASE_URL";
  if (OLDER.has(code)) return "That database is not Portico's, or of an older version: start Portico on it first";
  return name === "UsageError" || code.startsWith("ERR_PARSE_ARGS") ? `${message}\n\n${help}` : error;
}
