import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { assertPlaced, FIRST, listWaitingTables, placeTable } from "../distribution/tablePlaces.ts";
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
 * call it at once. On a distributed database the tables that it creates are placed in that transaction.
 * @returns the names of the migrations applied now.
 * @throws MigrationError, RebuildRequiredError; DistributionError, after all of it, if older tables wait to be placed
 */
export async function migrate(
  db: Store,
  { upTo, allowRebuild = false, onMigration }: MigrateOptions = {},
): Promise<string[]> {
  if (!allowRebuild) await assertNoRebuild(db);
  const places = await isDistributed(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => observe({ onMigration, places }) } });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) {
    throw new MigrationError(error, results.find(({ status }) => status === "Error")?.migrationName);
  }
  await assertPlaced(db);
  return results.map(({ migrationName }) => migrationName);
}

interface Observing {
  onMigration: MigrateOptions["onMigration"];
  /** Whether new tables are to be placed. */
  places: boolean;
}

const observe = ({ onMigration, places }: Observing): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      {
        async up(db) {
          onMigration?.(name);
          await (places ? placingNewTables(db, migration) : migration.up(db));
        },
      },
    ]),
  );

/** Tables that waited before still wait: they can be large, and others may use them. */
async function placingNewTables(db: Store, migration: Migration): Promise<void> {
  const older = new Set((await listWaitingTables(db)).map(({ name }) => name));
  await migration.up(db);
  if (older.has(FIRST)) return;
  for (const table of await listWaitingTables(db)) if (!older.has(table.name)) await placeTable(db, table);
}

async function assertNoRebuild(db: Store): Promise<void> {
  const deleted = await readMigrationState(db)
    .then(({ pending }) => findDeletedIndex(db, pending))
    .catch((cause: unknown) => {
      throw new MigrationError(cause, undefined);
    });
  if (deleted !== undefined) throw new RebuildRequiredError(deleted);
}
