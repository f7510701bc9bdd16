import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { sql } from "kysely";
import { to as copyTo } from "pg-copy-streams";
import { inTransaction, withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isPlacedTable } from "../distribution/tablePlacements.ts";
import { readMigrationState } from "../migrations/migrationState.ts";
import { BackupError, explainFailure } from "./backupError.ts";
import { type BackupHeader, END_OF_ROWS, MAGIC, type TableHead, type TableSum } from "./backupFormat.ts";
import { KEPT_TABLES, type KeptTable } from "./keptTables.ts";

export interface BackupSummary extends BackupHeader {
  readonly tables: readonly TableSum[];
  readonly bytes: number;
}

export interface BackupOptions {
  /** Of Portico. */
  readonly version: string;
  /** Called when a table is written. */
  readonly onTable?: ((sum: TableSum) => void) | undefined;
}

/**
 * Writes what a chain can't give again, as of one moment, in the form of backupFormat.ts. Memory doesn't depend on the
 * size. `output` stays open. A replica may be read, too.
 * @throws BackupError, or the error of `output`
 */
export async function writeBackup(
  db: Store,
  output: Writable,
  { version, onTable }: BackupOptions,
): Promise<BackupSummary> {
  const { applied, unknown } = await readMigrationState(db).catch((error: unknown) => {
    throw explainFailure(error, "Reading the schema");
  });
  const schema = applied.at(-1);
  if (schema === undefined) throw new BackupError("The database has no tables of Portico: there is nothing to back up");
  if (unknown.length > 0)
    throw new BackupError(
      `The database was migrated by a later version of Portico (${unknown.join(", ")}): back it up by that version`,
    );
  const sink = createSink(output);
  return await inTransaction(db, async (tx) => {
    const heads = await beginSnapshot(tx);
    const header = { schema, version, ...(await readServer(tx)) };
    await sink.write(`${MAGIC}\n${JSON.stringify(header)}\n`);
    const tables: TableSum[] = [];
    for (const { head, rows } of heads) {
      await sink.write(`${JSON.stringify(head)}\n`);
      const sum = await copyTable(tx, head, rows, sink);
      await sink.write(`${END_OF_ROWS}\n`);
      tables.push(sum);
      onTable?.(sum);
    }
    await sink.write(`${JSON.stringify({ tables, sha256: sink.digest() })}\n`);
    await sink.flush();
    return { ...header, tables, bytes: sink.count() };
  });
}

interface Copied {
  readonly head: TableHead;
  readonly rows: string | undefined;
}

/** Locks the tables before the snapshot, so that no migration changes them meanwhile. */
async function beginSnapshot(tx: Store): Promise<Copied[]> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx);
  await sql.raw(PORTABLE).execute(tx);
  const there: KeptTable[] = [];
  for (const kept of KEPT_TABLES) if (await lock(tx, kept.table)) there.push(kept);
  const copied: Copied[] = [];
  for (const { table, columns, rows } of there) {
    copied.push({ head: { table, columns: columns ?? (await listColumns(tx, table)) }, rows });
  }
  return copied;
}

/** Values are written, and read, in one form, whatever the role's settings. */
export const PORTABLE =
  "set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local bytea_output = 'hex'; " +
  "set local extra_float_digits = 1; set local statement_timeout = 0; set local lock_timeout = '10s'";

/** @returns false if there is none, because the database is of an earlier version. */
async function lock(tx: Store, table: string): Promise<boolean> {
  await sql`savepoint locking`.execute(tx);
  try {
    await sql`lock table ${sql.table(table)} in access share mode`.execute(tx);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "42P01") throw explainFailure(error, `Reading ${table}`);
    await sql`rollback to locking`.execute(tx);
    return false;
  } finally {
    await sql`release locking`.execute(tx).catch(() => undefined); // the transaction may be aborted
  }
}

/** Columns that are stored, not generated. */
export async function listColumns(tx: Store, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx);
  return rows.map(({ name }) => name);
}

async function readServer(tx: Store): Promise<Pick<BackupHeader, "postgres" | "takenAt">> {
  const { rows } = await sql<{ postgres: string; now: Date }>`
    select current_setting('server_version') as postgres, now()`.execute(tx);
  const [{ postgres, now } = { postgres: "", now: new Date() }] = rows;
  return { postgres, takenAt: now.toISOString() };
}

const NEW_LINE = 10;

async function copyTable(tx: Store, head: TableHead, rows: string | undefined, sink: Sink): Promise<TableSum> {
  const { table } = head;
  const columns = head.columns.map(quote).join(", ");
  const filter = rows === undefined ? "" : ` where ${rows}`;
  const order = isPlacedTable(table) ? ` order by ${columns}` : ""; // shards answer in any order
  const statement = `copy (select ${columns} from ${quote(table)}${filter}${order})`;
  const sum = createHash("sha256");
  let count = 0;
  let failure: { error: unknown } | undefined;
  try {
    await withClient(tx, async (client) => {
      const copy = client.query(copyTo(`${statement} to stdout with (format text, encoding 'UTF8')`));
      for await (const chunk of copy as AsyncIterable<Buffer>) {
        if (failure !== undefined) continue; // the rest is read all the same: nothing else ends a COPY in order
        sum.update(chunk);
        count += countLines(chunk);
        await sink.write(chunk).catch((error: unknown) => void (failure = { error }));
      }
    });
  } catch (error) {
    throw explainFailure(error, `Reading ${table}`);
  }
  if (failure !== undefined) throw failure.error;
  return { table, rows: count, sha256: sum.digest("hex") };
}

/** A row is a line: COPY escapes those in values. */
export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, at + 1)) count++;
  return count;
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface Sink {
  write(chunk: Buffer | string): Promise<void>;
  /** Resolves when all of it has left this process. */
  flush(): Promise<void>;
  /** Of all that was written. */
  digest(): string;
  count(): number;
}

function createSink(output: Writable): Sink {
  const hash = createHash("sha256");
  let bytes = 0;
  output.on("error", () => undefined); // the next write reports it
  return {
    async write(chunk) {
      if (output.errored) throw output.errored;
      if (output.destroyed) throw new BackupError("The output was closed");
      hash.update(chunk);
      bytes += Buffer.byteLength(chunk);
      if (!output.write(chunk)) await once(output, "drain");
    },
    flush: () =>
      new Promise((resolve, reject) => {
        output.write("", (error) => (error ? reject(output.errored ?? error) : resolve()));
      }),
    digest: () => hash.copy().digest("hex"),
    count: () => bytes,
  };
}
