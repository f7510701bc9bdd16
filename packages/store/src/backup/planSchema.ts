import type { Store } from "../database/database.ts";
import { migrationCosts } from "../migrations/migrationCosts.ts";
import { readMigrationState } from "../migrations/migrationState.ts";
import { migrations } from "../migrations/migrations.ts";
import { BackupError, explainFailure } from "./backupError.ts";
import { KEPT_TABLES } from "./keptTables.ts";

/**
 * Whether a backup of a schema can be restored into a database.
 * @returns whether the database, which has no tables or those of the backup, has to be migrated to that schema first, and to the newest afterwards.
 * @throws BackupError
 */
export async function planSchema(db: Store, schema: string): Promise<{ migrateFirst: boolean }> {
  if (!Object.hasOwn(migrations, schema))
    throw new BackupError(
      `The backup's schema is ${schema}, which this version of Portico doesn't know: restore it by a later version`,
    );
  const { applied, pending, unknown } = await readMigrationState(db).catch((error: unknown) => {
    throw explainFailure(error, "Reading the schema");
  });
  if (unknown.length > 0)
    throw new BackupError(`The database was migrated by a later version of Portico: ${unknown.join(", ")}`);
  // a restore that failed has left the backup's schema, without rows
  if (applied.length === 0 || (pending.length > 0 && applied.at(-1) === schema)) return { migrateFirst: true };
  if (pending.length > 0)
    throw new BackupError(`The database's schema is ${applied.at(-1)}, an older one: run pnpm portico migrate first`);
  const changing = findChanging(schema);
  if (changing !== undefined)
    throw new BackupError(
      `The backup's schema is ${schema}, and ${changing} changes its rows: restore it into an empty database, ` +
        "without tables, which is migrated then",
    );
  return { migrateFirst: false };
}

/** The first later migration that does something to rows of a backup. */
const findChanging = (schema: string): string | undefined =>
  Object.keys(migrations).find((name) => {
    const { rewrites = [], reads = [], deletes = [], isIndexOnly = false } = migrationCosts[name] ?? {};
    const touched = new Set([...rewrites, ...(isIndexOnly ? [] : reads), ...deletes]);
    return name > schema && KEPT_TABLES.some(({ table }) => touched.has(table));
  });
