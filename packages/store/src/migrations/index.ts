export { migrate } from "./migrate.ts";
export { MigrationError } from "./migrationError.ts";
export { assertMigrated, readMigrationState, SchemaError, type MigrationState } from "./migrationState.ts";
export { planMigrations, type PlannedMigration } from "./planMigrations.ts";
export { RebuildRequiredError } from "./rebuildRequired.ts";
