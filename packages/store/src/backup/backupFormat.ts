import { BackupError } from "./backupError.ts";

/**
 * A backup is text, in UTF-8:
 *
 *     portico-backup 1
 *     {"schema":"0039_…","version":"…","postgres":"18.4","takenAt":"…"}
 *     {"table":"account","columns":["id",…]}
 *     …its rows, as PostgreSQL's COPY writes them in text format, one a line…
 *     \.
 *     …further tables…
 *     {"tables":[{"table":"account","rows":1,"sha256":"…"},…],"sha256":"…"}
 *
 * The last line is the manifest: of each table its rows and the SHA-256 of their lines, and the SHA-256 of all bytes before
 * the manifest. A file without it is incomplete.
 */
export const MAGIC = "portico-backup 1";
export const END_OF_ROWS = String.raw`\.`;

export interface BackupHeader {
  /** The newest migration of the database. */
  readonly schema: string;
  /** Of Portico. */
  readonly version: string;
  /** Of the server. */
  readonly postgres: string;
  /** ISO 8601, of the snapshot. */
  readonly takenAt: string;
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableSum {
  readonly table: string;
  readonly rows: number;
  /** Of the rows' lines, hexadecimal. */
  readonly sha256: string;
}

export interface Manifest {
  readonly tables: readonly TableSum[];
  /** Of all that precedes the manifest. */
  readonly sha256: string;
}

const DAMAGED = "The backup is damaged";

/** @throws BackupError */
export function parseHeader(line: string): BackupHeader {
  const { schema, version, postgres, takenAt } = parseLine(line);
  if (typeof schema !== "string" || typeof version !== "string") throw new BackupError(`${DAMAGED}: it has no header`);
  return { schema, version, postgres: String(postgres), takenAt: String(takenAt) };
}

/** The line before a table's rows, or the last one. @throws BackupError */
export function parseHead(line: string): Manifest | TableHead {
  const { table, columns, tables, sha256 } = parseLine(line);
  if (typeof table === "string" && isList(columns) && columns.every((column) => typeof column === "string"))
    return { table, columns };
  if (typeof sha256 === "string" && isList(tables)) return { tables: tables.map(parseSum), sha256 };
  throw new BackupError(`${DAMAGED}: a table's first line is wrong`);
}

function parseSum(value: unknown): TableSum {
  const { table, rows, sha256 } = value as Record<string, unknown>;
  if (typeof table !== "string" || typeof rows !== "number" || typeof sha256 !== "string")
    throw new BackupError(`${DAMAGED}: its manifest is wrong`);
  return { table, rows, sha256 };
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

function parseLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // the same as another value
  }
  throw new BackupError(`${DAMAGED}: a line is not JSON`);
}
