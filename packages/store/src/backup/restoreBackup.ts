import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import { inTransaction, withClient } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { migrate } from "../migrations/migrate.ts";
import { addRestored, nameRestored } from "./addRestored.ts";
import { assertEmpty, emptyTables, listPresent } from "./emptyTables.ts";
import { BackupError, explainFailure } from "./backupError.ts";
import type { BackupHeader, TableHead, TableSum } from "./backupFormat.ts";
import { KEPT_TABLES } from "./keptTables.ts";
import { openBackup } from "./readBackup.ts";
import { planSchema } from "./planSchema.ts";
import { listColumns, PORTABLE, quote } from "./writeBackup.ts";

export interface RestoreOptions {
  /** Whether rows that a backup would contain are deleted first. */
  readonly replace?: boolean | undefined;
  readonly onTable?: ((table: string) => void) | undefined;
}

export interface RestoreSummary extends BackupHeader {
  readonly tables: readonly TableSum[];
  /** Migrations of an empty database. */
  readonly migrated: readonly string[];
}

const names = KEPT_TABLES.map(({ table }) => table);

/**
 * Restores what writeBackup wrote, in one transaction: all of it, or nothing. A database without a schema gets that of the
 * backup, and is migrated to the newest afterwards.
 * @throws BackupError, MigrationError
 */
export async function restoreBackup(
  db: Store,
  input: AsyncIterable<Buffer>,
  { replace = false, onTable }: RestoreOptions = {},
): Promise<RestoreSummary> {
  const { header, readTables } = await openBackup(input);
  const { migrateFirst } = await planSchema(db, header.schema);
  const migrated = migrateFirst ? await migrate(db, { upTo: header.schema }) : [];
  const tables = await inTransaction(db, async (tx) => {
    await prepare(tx, replace);
    const read = await readTables(async (head, rows) => {
      onTable?.(head.table);
      await restoreTable(tx, head, rows);
    });
    await assertCounts(tx, read);
    await advanceIdentities(tx);
    return read;
  });
  return { ...header, tables, migrated: [...migrated, ...(migrateFirst ? await migrate(db) : [])] };
}

async function prepare(tx: Store, replace: boolean): Promise<void> {
  try {
    await sql.raw(PORTABLE).execute(tx);
    const there = await listPresent(tx, names);
    await sql`lock table ${sql.join(there.map((name) => sql.table(name)))} in share row exclusive mode`.execute(tx);
    await (replace ? emptyTables(tx) : assertEmpty(tx));
  } catch (error) {
    throw explainFailure(error, "Preparing the tables");
  }
}

async function restoreTable(tx: Store, { table, columns }: TableHead, rows: AsyncIterable<Buffer>): Promise<void> {
  const kept = KEPT_TABLES.find((one) => one.table === table);
  if (kept === undefined) throw new BackupError(`The backup has a table that a backup doesn't contain: ${table}`);
  const known = await listColumns(tx, table);
  const unknown = columns.filter((column) => !known.includes(column));
  if (unknown.length > 0 || columns.length === 0)
    throw new BackupError(`The backup has columns of ${table} that this schema doesn't have: ${unknown.join(", ")}`);
  try {
    const target = kept.isAdded ? await createRestored(tx, { table, columns }) : table;
    await copyInto(tx, { table: target, columns }, rows);
    if (kept.isAdded) await addRestored(tx, table);
  } catch (error) {
    throw explainFailure(error, `Restoring ${table}`);
  }
}

async function createRestored(tx: Store, { table, columns }: TableHead): Promise<string> {
  const target = nameRestored(table);
  await sql`
    create temp table ${sql.table(target)} on commit drop as
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} with no data`.execute(tx);
  return target;
}

async function copyInto(tx: Store, { table, columns }: TableHead, rows: AsyncIterable<Buffer>): Promise<void> {
  const statement = `copy ${quote(table)} (${columns.map(quote).join(", ")}) from stdin with (format text, encoding 'UTF8')`;
  await withClient(tx, async (client) => {
    await pipeline(Readable.from(rows), client.query(copyFrom(statement)));
  });
}

/** What the tables have now: a trigger or a rule could have changed what was sent. @throws BackupError */
async function assertCounts(tx: Store, tables: readonly TableSum[]): Promise<void> {
  for (const { table, rows: expected } of tables) {
    const { isAdded, rows } = KEPT_TABLES.find((one) => one.table === table) ?? {};
    if (isAdded) continue;
    const { rows: counted } = await sql<{ count: bigint }>`
      select count(*) from ${sql.table(table)} where ${sql.raw(rows ?? "true")}`.execute(tx);
    if (counted[0]?.count !== BigInt(expected))
      throw new BackupError(`${table} has ${counted[0]?.count} rows after the backup's ${expected} were written`);
  }
}

/** Sequences don't roll back, so they come last, and only ever go up. */
async function advanceIdentities(tx: Store): Promise<void> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity <> '' and c.oid = any(select to_regclass(name) from unnest(${names}::text[]) name)`.execute(tx);
  for (const { table, column, sequence } of rows) {
    await sql`
      select setval(${sequence}::regclass, greatest(newest, (select last_value from ${sql.raw(sequence)})))
      from (select max(${sql.ref(column)}) as newest from ${sql.table(table)}) t where newest is not null`.execute(tx);
  }
}
