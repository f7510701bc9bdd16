/** `pnpm selectors`: names of functions by the first four bytes of calldata, beside those that Portico knows itself. */
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { countFunctionSignatures, deleteFunctionSignatures } from "@portico/store";
import type { Store } from "@portico/store";
import { databaseHelp, runOperatorCommand, UsageError } from "./operatorCommand.ts";
import { format, importFile, type Imported } from "./selectors/importFile.ts";

const help = `pnpm selectors                     lists what was imported: how many names by source
pnpm selectors import FILE…        imports the functions of files, or of all files in a folder
     --source NAME                 what they are listed and removed by (default: the file's name)
pnpm selectors remove SOURCE       removes what was imported from a source

FILE is an ABI (JSON), an artifact of Foundry, Hardhat or Truffle, a JSON object of signatures by selector, or a list of
signatures, one per line and as long as it likes:

  transfer(address,uint256)
  0xa9059cbb,transfer(address,uint256)

Where a line has a selector, it must be the signature's, else the line is refused. Running APIs know new names within a minute.

${databaseHelp}`;

export type Command =
  | { kind: "import"; files: { path: string; source: string }[] }
  | { kind: "list" }
  | { kind: "remove"; source: string };

const SOURCE_MAX = 100;

/** @throws UsageError that says what to write instead. */
export function readCommand(args: readonly string[], source?: string): Command {
  const [kind = "list", ...rest] = args;
  if (kind === "import") return readImport(rest, source);
  if (source !== undefined) throw new UsageError("--source belongs to import");
  if (kind === "list" && rest.length === 0) return { kind };
  if (kind !== "remove") {
    throw new UsageError(
      `'${args.join(" ")}' is no command: write import FILE…, remove SOURCE, or nothing for the list`,
    );
  }
  if (rest[0] === undefined) throw new UsageError("Which one? Write: pnpm selectors remove SOURCE");
  return { kind, source: rest.join(" ") };
}

function readImport(paths: readonly string[], source?: string): Command {
  if (paths.length === 0) throw new UsageError("Of which file? Write: pnpm selectors import FILE…");
  if (source !== undefined && (source.trim() === "" || source.length > SOURCE_MAX || /\p{C}/u.test(source))) {
    throw new UsageError(`A source has 1 to ${SOURCE_MAX} printable characters`);
  }
  const nameOf = (path: string) => source ?? basename(resolve(path)).slice(-SOURCE_MAX);
  return { kind: "import", files: paths.map((path) => ({ path, source: nameOf(path) })) };
}

/** Does what was asked. @param report - Takes lines while it lasts. @returns the lines to print. */
export async function runCommand(
  db: Store,
  command: Command,
  report: (line: string) => void = console.error,
): Promise<string[]> {
  if (command.kind === "list") return renderSources(await countFunctionSignatures(db));
  if (command.kind === "remove") return [await remove(db, command.source)];
  const lines: string[] = [];
  for (const file of command.files)
    lines.push(...renderImported(file.source, await importFile(db, { ...file, report })));
  return lines;
}

async function remove(db: Store, source: string): Promise<string> {
  const count = await deleteFunctionSignatures(db, source);
  if (count > 0) return `${source}: ${format(count)} removed.`;
  throw new UsageError(`Nothing was imported from '${source}'. See what was: pnpm selectors`);
}

function renderSources(counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return ["Nothing was imported: names are those that Portico knows itself."];
  const width = Math.max(...[...counts.keys()].map((source) => source.length));
  return [...counts].map(([source, count]) => `${source.padEnd(width)}  ${format(count)}`);
}

function renderImported(source: string, { read, new: added, refused, refusals }: Imported): string[] {
  const known = read - added === 0 ? "" : `, ${format(read - added)} known already`;
  const rest = refused > refusals.length ? [`  and ${format(refused - refusals.length)} more`] : [];
  return [
    `${source}: ${format(added)} new${known}${refused === 0 ? "." : `, ${format(refused)} refused:`}`,
    ...refusals.map((line) => `  ${line}`),
    ...rest,
  ];
}

if (import.meta.main) {
  await runOperatorCommand(help, () => {
    const options = { source: { type: "string" }, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) return undefined;
    const command = readCommand(positionals, values.source);
    return (db) => runCommand(db, command);
  });
}
