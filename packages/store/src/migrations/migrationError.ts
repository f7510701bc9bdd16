import { isDatabaseAway } from "../database/databaseAway.ts";

/** Advice by PostgreSQL's code of the cause. */
const ADVICE: Readonly<Record<string, string>> = {
  "25006": "the database is read-only: set DATABASE_URL (or DATABASE_DIRECT_URL) to the primary server, not a replica",
  "28000": "correct the user or the password in DATABASE_URL",
  "28P01": "correct the user or the password in DATABASE_URL",
  "3D000": "create the database, or correct its name in DATABASE_URL",
  "42501":
    "migrate as the owner of the tables, or grant this user CREATE on the schema as their owner: GRANT CREATE ON SCHEMA public TO …",
  "42710": "the database has an object of the same name that is not Portico's: use a separate database for Portico",
  "42P07": "the database has tables that are not Portico's: use a separate database for Portico",
  "53100": "the server's disk is full: free up space, then start again",
  "55P03": "another session locks the tables: end it, then start again",
  "57014": "it took longer than this user's statement_timeout: increase it, then start again",
};

const AWAY = "check that PostgreSQL is running and reachable at DATABASE_URL, then start again";
const LATER = "the database was migrated by a later version of Portico: run that version, or a later one";
const OTHERWISE = "correct that, then start again; pnpm portico doctor checks the database";

/** A migration failed; the database is unchanged. The message states the cause and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";

  /** @param migration - The failed one; undefined if the failure was outside of a migration. */
  constructor(cause: unknown, migration: string | undefined) {
    const step = migration === undefined ? "" : ` (at ${migration})`;
    super(
      `The database could not be migrated${step}, and is unchanged: ${reasonOf(cause)}. What to do: ${adviceOf(cause)}`,
      {
        cause,
      },
    );
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ");
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
}

function adviceOf(cause: unknown): string {
  if (isDatabaseAway(cause)) return AWAY;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return ADVICE[code] ?? (/corrupted migrations/.test(reasonOf(cause)) ? LATER : OTHERWISE);
}
