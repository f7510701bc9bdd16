import { basename, resolve } from "node:path";
import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { countFunctionSignatures, deleteFunctionSignatures } from "@portico/store";
import { formatCount, renderTable } from "./renderTable.ts";
import { importFile, type Imported } from "./selectors/importFile.ts";
import { jsonOption, printAll, printList, type Shell } from "./shell.ts";
import { UsageError } from "./usageError.ts";

const HELP = `
FILE is an ABI (JSON), an artifact of Foundry, Hardhat or Truffle, a JSON object of signatures by selector, or a list of
signatures, one per line and of any length:

  transfer(address,uint256)
  0xa9059cbb,transfer(address,uint256)

A selector in a line must match the signature, otherwise the line is rejected. Running APIs load new names within a minute.`;

const SOURCE_MAX = 100;

/** `pnpm portico selectors`: function signatures by selector, in addition to those built into Portico. */
export function selectorsCommand(shell: Shell): Command {
  const selectors = new Command("selectors").description(
    "manage names of functions, in addition to Portico's built-in ones",
  );
  selectors
    .command("list")
    .description("list the number of imported names by source")
    .addOption(jsonOption())
    .action((options) =>
      shell.onStore(async (db) => {
        const sources = [...(await countFunctionSignatures(db))].map(([source, count]) => ({ source, count }));
        printList(shell, options, sources, renderSources);
      }),
    );
  selectors
    .command("import")
    .description("import the functions of files, or of all files in a folder")
    .argument("<files...>")
    .option("--source <name>", "name to list and remove them by (default: the file's name)", readSource)
    .addHelpText("after", HELP)
    .action((files, { source }) =>
      shell.onStore(async (db) => {
        for (const path of files) {
          const name = source ?? basename(resolve(path)).slice(-SOURCE_MAX);
          const imported = await importFile(db, { path, source: name, report: shell.printError });
          printAll(shell, renderImported(name, imported));
        }
      }),
    );
  selectors
    .command("remove")
    .description("remove the names imported from a source")
    .argument("<source...>")
    .action((words) =>
      shell.onStore(async (db) => {
        const source = words.join(" ");
        const count = await deleteFunctionSignatures(db, source);
        if (count === 0) {
          throw new UsageError(`No names were imported from '${source}'. List all: pnpm portico selectors list`);
        }
        shell.print(`${source}: ${formatCount(count)} removed.`);
      }),
    );
  return selectors;
}

function readSource(text: string): string {
  if (text.trim() !== "" && text.length <= SOURCE_MAX && !/\p{C}/u.test(text)) return text;
  throw new InvalidArgumentError(`A source has 1 to ${SOURCE_MAX} printable characters`);
}

function renderSources(sources: readonly { source: string; count: number }[]): string[] {
  if (sources.length === 0) return ["No names were imported: only the built-in ones are used."];
  return renderTable(sources.map(({ source, count }) => [source, formatCount(count)]));
}

function renderImported(source: string, { read, new: added, refused, refusals }: Imported): string[] {
  const known = read - added === 0 ? "" : `, ${formatCount(read - added)} known already`;
  const rest = refused > refusals.length ? [`  and ${formatCount(refused - refusals.length)} more`] : [];
  return [
    `${source}: ${formatCount(added)} new${known}${refused === 0 ? "." : `, ${formatCount(refused)} rejected:`}`,
    ...refusals.map((line) => `  ${line}`),
    ...rest,
  ];
}
