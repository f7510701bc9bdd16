import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { BackupError } from "./backupError.ts";
import { KEPT_TABLES, LEFT_TABLES } from "./keptTables.ts";

const names = KEPT_TABLES.map(({ table }) => table);
const full = KEPT_TABLES.filter(({ isAdded }) => !isAdded).map(({ table }) => table);
const emptied = [...full, ...LEFT_TABLES.filter(({ isEmptied }) => isEmptied).map(({ table }) => table)];

/** Those of the tables that the database's schema has. */
export async function listPresent(tx: Store, tables: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${tables}::text[]) name where to_regclass(name) is not null`.execute(tx);
  return rows.map(({ name }) => name);
}

/** @throws BackupError naming the tables that have rows of those that a backup contains. */
export async function assertEmpty(tx: Store): Promise<void> {
  const found: string[] = [];
  const there = await listPresent(tx, names);
  for (const { table, rows } of KEPT_TABLES) {
    if (table === "deployment" || !there.includes(table)) continue;
    const { rows: some } = await sql`
      select from ${sql.table(table)} where ${sql.raw(rows ?? "true")} limit 1`.execute(tx);
    if (some.length > 0) found.push(table);
  }
  if (found.length > 0)
    throw new BackupError(
      `The database has rows in ${found.join(", ")}: restore into another database, or delete them with --replace`,
    );
}

/** Deletes what a backup contains, and what belongs to it; append-only tables allow that to their owner only. */
export async function emptyTables(tx: Store): Promise<void> {
  const there = await listPresent(tx, emptied);
  const { rows: guarded } = await sql<{ table: string }>`
    select distinct c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.oid = any(select to_regclass(name) from unnest(${there}::text[]) name)`.execute(tx);
  for (const { table } of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  await sql`truncate ${sql.join(there.map((table) => sql.table(table)))}`.execute(tx);
  for (const { table } of guarded) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  if ((await listPresent(tx, ["followed_owner"])).length > 0)
    await sql`update followed_owner set is_permanent = false where is_permanent`.execute(tx);
}
