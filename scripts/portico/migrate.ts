import { Command } from "@commander-js/extra-typings";
import { migrate, planMigrations, type PlannedMigration, readMigrationState } from "@portico/store";
import { renderTable } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { formatBytes } from "./formatBytes.ts";

const HELP = `
All pending migrations are applied in one transaction: if one fails, the database is unchanged. The indexer and
pnpm start do the same when they start, unless PORTICO_MIGRATE=off. The user of DATABASE_URL must own the tables.

  pnpm portico migrate --plan     what would be done, and about how long tables would be locked
  pnpm portico migrate            do it
  pnpm portico migrate --rebuild  also if what is indexed is deleted, to be read from the nodes again`;

/** `pnpm portico migrate`: the schema of this version. */
export const migrateCommand = (shell: Shell): Command =>
  new Command("migrate")
    .description("migrate the database to the schema of this version")
    .option("--plan", "print what would be done, and change nothing")
    .option("--rebuild", "allow migrations that delete what is indexed")
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action((options) =>
      shell.onStore(async (db) => {
        if (options.plan) return printList(shell, options, await planMigrations(db), renderPlan);
        const { unknown } = await readMigrationState(db);
        const onMigration = options.json ? undefined : (name: string) => printAll(shell, [`applying ${name}`]);
        const applied = await migrate(db, { allowRebuild: options.rebuild ?? false, onMigration });
        printList(shell, options, { applied, unknown }, renderApplied);
      }),
    );

const renderApplied = ({ applied }: { applied: readonly string[] }): string[] => [
  applied.length === 0
    ? "The schema is of this version already"
    : `${applied.length} applied: the schema is of this version`,
];

function renderPlan(plan: readonly PlannedMigration[]): string[] {
  if (plan.length === 0) return ["Nothing to do: the schema is of this version"];
  const deletes = plan.some((one) => one.deletes.length > 0);
  const seconds = plan.reduce((total, one) => total + one.seconds, 0);
  return [
    ...renderTable(plan.map((one) => [one.name, describe(one), renderSeconds(one.seconds)])),
    "",
    `${plan.length} ${plan.length === 1 ? "migration" : "migrations"} in one transaction: ${renderSeconds(seconds)}`,
    ...(deletes
      ? ["What is indexed would be deleted, and read from the nodes again: it has to be allowed by --rebuild"]
      : []),
  ];
}

/** `rewrites leg (12060 rows, 4.1 MB)` */
function describe({ deletes, rewrites, reads }: PlannedMigration): string {
  const steps = (["deletes", "rewrites", "reads"] as const).flatMap((kind) => {
    const tables = { deletes, rewrites, reads }[kind];
    return tables.length === 0 ? [] : [`${kind} ${tables.map(renderStored).join(", ")}`];
  });
  return steps.length === 0 ? "adds tables, columns or indexes" : steps.join("; ");
}

const renderStored = ({ name, rows, bytes }: PlannedMigration["reads"][number]): string =>
  `${name} (${Math.round(rows)} rows, ${formatBytes(bytes)})`;

const MINUTE = 60;

const renderSeconds = (seconds: number): string => {
  if (seconds < 1) return "about a second";
  return seconds < 2 * MINUTE ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / MINUTE)} min`;
};
