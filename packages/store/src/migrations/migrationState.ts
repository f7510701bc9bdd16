import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { hasTable } from "../database/hasTable.ts";
import { assertPlaced } from "../distribution/tablePlaces.ts";
import { migrations } from "./migrations.ts";

export type MigrationState = {
  /** In order. */
  applied: string[];
  /** Those that `migrate` would apply. */
  pending: string[];
  /** Applied by a later version of Portico: this version may not work with such a database. */
  unknown: string[];
};

/** Applied, pending and unknown migrations of a database; changes nothing. */
export async function readMigrationState(db: Store): Promise<MigrationState> {
  const applied = await listApplied(db);
  const known = Object.keys(migrations).toSorted();
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

async function listApplied(db: Store): Promise<string[]> {
  if (!(await hasTable(db, "kysely_migration"))) return [];
  const { rows: applied } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.map(({ name }) => name);
}

/** A database without a table, column or index that this version needs. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

/**
 * Whether this version can work with the database. One of a later version is accepted.
 * @throws SchemaError; DistributionError if it is distributed only in part; PostgreSQL's error.
 */
export async function assertMigrated(db: Store): Promise<void> {
  await assertApplied(db);
  await assertPlaced(db);
}

/** @throws SchemaError if migrations are pending. */
export async function assertApplied(db: Store): Promise<void> {
  const { pending } = await readMigrationState(db);
  if (pending.length === 0) return;
  const count = pending.length === 1 ? "1 migration is" : `${pending.length} migrations are`;
  throw new SchemaError(
    `The database is of an earlier version: ${count} not applied, from ${pending[0]} on. Run pnpm portico migrate`,
  );
}
