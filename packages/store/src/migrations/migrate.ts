import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import type { Store } from "../database/database.ts";
import { MigrationError } from "./migrationError.ts";
import { readMigrationState } from "./migrationState.ts";
import { migrations } from "./migrations.ts";
import { findDeletedIndex, RebuildRequiredError } from "./rebuildRequired.ts";

export interface MigrateOptions {
  /** The last migration to apply; default: the newest. */
  upTo?: keyof typeof migrations | undefined;
  /** Whether what is indexed may be deleted, to be indexed again from the chain. */
  allowRebuild?: boolean | undefined;
  /** Called when a migration begins. */
  onMigration?: ((name: string) => void) | undefined;
}

/**
 * Migrates a database to the newest schema, or to `upTo`, in one transaction under a lock, so several processes may
 * call it at once.
 * @returns the names of the migrations applied now.
 * @throws MigrationError, RebuildRequiredError
 */
export async function migrate(
  db: Store,
  { upTo, allowRebuild = false, onMigration }: MigrateOptions = {},
): Promise<string[]> {
  if (!allowRebuild) await assertNoRebuild(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => observe(onMigration) } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) {
    throw new MigrationError(error, results.find(({ status }) => status === "Error")?.migrationName);
  }
  return results.map(({ migrationName }) => migrationName);
}

const observe = (onMigration: ((name: string) => void) | undefined): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        async up(db) {
          onMigration?.(name);
          await migration.up(db);
        },
      },
    ]),
  );

async function assertNoRebuild(db: Store): Promise<void> {
  const deleted = await readMigrationState(db)
    .then(({ pending }) => findDeletedIndex(db, pending))
    .catch((cause: unknown) => {
      throw new MigrationError(cause, undefined);
    });
  if (deleted !== undefined) throw new RebuildRequiredError(deleted);
}
