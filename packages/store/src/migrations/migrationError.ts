import { isDatabaseAway } from "../database/databaseAway.ts";

/** Advice by PostgreSQL's code of the cause. */
const ADVICE: Readonly<Record<string, string>> = {
  "25006":
    "the database may only be read: have DATABASE_URL (or DATABASE_DIRECT_URL) name the primary server, not a replica",
  "28000": "mend the user or the password in DATABASE_URL",
  "28P01": "mend the user or the password in DATABASE_URL",
  "3D000": "create the database, or mend its name in DATABASE_URL",
  "42501":
    "migrate as the owner of the tables, or have the owner grant this user CREATE on the schema: GRANT CREATE ON SCHEMA public TO …",
  "42710": "the database has something of the same name that is not Portico's: give Portico a database of its own",
  "42P07": "the database has tables that are not Portico's: give Portico a database of its own",
  "53100": "the server's disk is full: make room, then start again",
  "55P03": "something holds the tables: end it, then start again",
  "57014": "it took longer than statement_timeout lets this user: raise that, then start again",
};

const AWAY = "see that PostgreSQL runs and can be reached at DATABASE_URL, then start again";
const LATER = "the database is of a later version of Portico: run that version, or a later one";
const OTHERWISE = "start again once that is mended; pnpm portico doctor looks at the database";

/** A migration failed; the database is unchanged. The message states the cause and what to do. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";

  /** @param migration - The failed one; undefined if the failure was outside of a migration. */
  constructor(cause: unknown, migration: string | undefined) {
    const step = migration === undefined ? "" : ` (at ${migration})`;
    super(
      `The database could not be migrated${step}, and is as it was: ${reasonOf(cause)}. What to do: ${adviceOf(cause)}`,
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
