import { BackupError, DistributionError, MigrationError, RebuildError, RebuildRequiredError } from "@portico/store";

const AWAY = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT"]);
/** By PostgreSQL's code: what to do, after its own message. */
const ADVICE: Readonly<Record<string, string>> = {
  "25006": "set DATABASE_URL (or DATABASE_DIRECT_URL) to the primary server, not a replica",
  "42501": "run it as the user that owns Portico's tables and may create schemas in the database, or grant that",
  "53100": "the server's disk is full: free up space",
};
const OLDER = new Set(["42P01", "42703"]); // undefined_table, undefined_column

/** A one-line message for an error that the user can fix; undefined for any other error. */
export function explainError(error: unknown): string | undefined {
  const { code = "" } = error as { code?: string };
  const types = [BackupError, DistributionError, MigrationError, RebuildError, RebuildRequiredError];
  if (types.some((type) => error instanceof type)) return (error as Error).message;
  if (AWAY.has(code)) return "The database is unavailable. Is Portico running? Run pnpm start, or set DATABASE_URL";
  const advice = ADVICE[code];
  if (advice !== undefined) return `The database refused it: ${(error as Error).message}. What to do: ${advice}`;
  if (OLDER.has(code))
    return "The database has no tables of Portico, or those of an older version: run pnpm portico migrate first";
  return undefined;
}
