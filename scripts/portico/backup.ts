import { createWriteStream, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { finished } from "node:stream/promises";
import { Command } from "@commander-js/extra-typings";
import manifest from "@portico/contract/package.json" with { type: "json" };
import { type BackupSummary, type Store, writeBackup } from "@portico/store";
import { jsonOption, printList, type Shell } from "./shell.ts";
import { formatBytes } from "./formatBytes.ts";
import { formatCount } from "./renderTable.ts";
import { UsageError } from "./usageError.ts";

const HELP = `
It has what can't be read from a chain again: accounts, units, hashes of keys, clients, consents, messages, profiles,
the sign-in service's signing keys, switches, imported function names, and owners that were added by hand; of one
moment, while services run. Read pnpm portico restore --help, too. It has secrets: without FILE, or with -, it goes to
standard output, to be encrypted.

  pnpm --silent portico backup | age -r RECIPIENT > portico.backup.age
  pnpm --silent portico backup | gpg --encrypt -r RECIPIENT > portico.backup.gpg
  pnpm portico backup /var/backups/portico.backup`;

/** `pnpm portico backup`: what can't be read from a chain again. */
export function backupCommand(shell: Shell): Command {
  const backup = new Command("backup");
  backup
    .description("back up what can't be read from a chain again")
    .argument("[file]", "where it is written, readable only by you; - is standard output", "-")
    .addOption(jsonOption())
    .addHelpText("after", HELP)
    .action((file, options) =>
      shell.onStore(async (db) => {
        const summary = await (file === "-" ? writeToOutput(shell, db) : writeToFile(shell, db, file));
        const print = file === "-" ? shell.printError : shell.print;
        printList({ ...shell, print }, options, summary, (it) => [renderSummary(it)]);
      }),
    );
  return backup;
}

const renderSummary = ({ tables, bytes, schema }: BackupSummary): string => {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  return `${formatCount(rows)} rows of ${tables.length} tables are backed up, ${formatBytes(bytes)}, of schema ${schema}`;
};

async function writeToOutput(shell: Shell, db: Store): Promise<BackupSummary> {
  if ("isTTY" in shell.output && shell.output.isTTY)
    throw new UsageError("A backup has secrets: name a file, or send it to a program that encrypts it");
  try {
    return await write(shell, db, shell.output);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE")
      throw new UsageError("The program that reads the backup has ended", { cause: error });
    if (error instanceof Error && error === shell.output.errored)
      throw new UsageError(`Standard output can't be written, and what it has is no backup: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

/** The file is there when all of it is, on the disk. */
async function writeToFile(shell: Shell, db: Store, file: string): Promise<BackupSummary> {
  const partial = `${file}.${randomBytes(4).toString("hex")}.partial`;
  const output = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
  output.on("error", () => undefined); // the next write reports it
  const remove = () => rmSync(partial, { force: true });
  const stop = (signal: NodeJS.Signals) => {
    remove();
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const summary = await write(shell, db, output);
    output.end();
    await finished(output);
    await rename(partial, file);
    return summary;
  } catch (error) {
    output.destroy();
    remove();
    if (error === output.errored || "path" in (error as object))
      throw new UsageError(`${file} can't be written: ${(error as Error).message}`, { cause: error });
    throw error;
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

const write = (shell: Shell, db: Store, output: NodeJS.WritableStream & Shell["output"]): Promise<BackupSummary> =>
  writeBackup(db, output, {
    version: manifest.version,
    onTable: ({ table, rows }) => shell.printError(`${table}: ${formatCount(rows)}`),
  });
