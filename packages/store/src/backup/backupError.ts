import { isDatabaseAway } from "../database/databaseAway.ts";

/** A backup can't be written, read or restored. Its message is for users: never a value of a row. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** What to do, by PostgreSQL's code. */
const ADVICE: Readonly<Record<string, string>> = {
  "23502": "a column of this schema has no value in the backup: restore into an empty database, and migrate it then",
  "23503": "it refers to a row that the backup doesn't have: the file was changed",
  "23505": "the database has such a row already, or the file was changed",
  "25006": "the database is read-only: set DATABASE_URL to the primary server",
  "42501": "the user of DATABASE_URL lacks a privilege: use the owner of the tables",
  "42P01": "the table doesn't exist: run pnpm portico migrate first",
  "53100": "the server's disk is full",
  "55P03": "it is in use: stop the services first",
};

/**
 * PostgreSQL's messages quote values, which may be secrets: only the code is passed on, with what it means.
 * @returns the error itself if it is of us, or of the connection.
 */
export function explainFailure(error: unknown, doing: string): unknown {
  if (error instanceof BackupError || isDatabaseAway(error)) return error;
  const { code, column, constraint } = error as { code?: unknown; column?: string; constraint?: string };
  if (typeof code !== "string" || !/^[0-9A-Z]{5}$/.test(code)) return error;
  const where = [column, constraint].filter((name) => name !== undefined).join(", ");
  const advice = ADVICE[code] ?? "the file may have been changed";
  return new BackupError(`${doing} failed with PostgreSQL's error ${code}${where && ` (${where})`}: ${advice}`);
}
