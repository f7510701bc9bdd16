import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Command } from "@commander-js/extra-typings";
import { openBackup, restoreBackup, type RestoreSummary } from "@portico/store";
import { formatCount } from "./renderTable.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const HELP = `
Stop the services first. All rows are restored in one transaction, or none; of a restore into an empty database that fails,
empty tables stay, and it can be repeated. The database is empty, without tables, or of this version's schema and without accounts, keys and other rows that a backup has; --replace deletes these. What is
indexed stays as it is. It goes back in time: keys and grants that were revoked after the backup are valid again.

  pnpm portico restore portico.backup
  age -d -i KEY portico.backup.age | pnpm portico restore -
  pnpm portico restore --check portico.backup`;

const NEXT = [
  "Next: start the indexer, which reads the chains again unless the database has them; then the other services.",
  "Dashboard users sign in again. Revoke again what was revoked since the backup: pnpm portico keys list",
];

/** `pnpm portico restore`: what `pnpm portico backup` wrote. */
export function restoreCommand(shell: Shell): Command {
  const restore = new Command("restore");
  restore
    .description("restore a backup")
    .argument("<file>", "a backup; - is standard input")
    .option("--replace", "delete the accounts, keys and other rows that the database has")
    .option("--check", "only read the backup, without a database, and check its checksums")
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action(async (file, options) => {
      const input = file === "-" ? shell.input : createReadStream(file);
      try {
        if (options.check) return printList(shell, options, await check(input), renderCheck);
        const summary = await shell.onStore(
          async (db) =>
            await restoreBackup(db, input, {
              replace: options.replace,
              onTable: (table) => shell.printError(`restoring ${table}`),
            }),
        );
        printList(shell, options, summary, renderRestored);
        if (!options.json) printAll(shell, NEXT);
      } catch (error) {
        if ("syscall" in (error as object) && "path" in (error as object))
          throw new UsageError(`${file} can't be read: ${(error as Error).message}`, { cause: error });
        throw error;
      }
    });
  return restore;
}

type Checked = Omit<RestoreSummary, "migrated">;

async function check(input: AsyncIterable<Buffer>): Promise<Checked> {
  const { header, readTables } = await openBackup(input);
  const tables = await readTables(async (_head, rows) => {
    await finished(Readable.from(rows).resume());
  });
  return { ...header, tables };
}

const describe = ({ tables, schema, takenAt }: Checked): string => {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  return `${formatCount(rows)} rows of ${tables.length} tables, of schema ${schema}, taken at ${takenAt}`;
};

const renderCheck = (checked: Checked): string[] => [`The backup is complete: ${describe(checked)}`];

const renderRestored = (restored: RestoreSummary): string[] => [`Restored: ${describe(restored)}`];
