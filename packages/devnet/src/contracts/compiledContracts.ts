import { readdirSync, writeFileSync } from "node:fs";
import { compile, type CompilerOptions, readCompiled, readSource } from "./createCompiler.ts";
import type { CompiledSources } from "./createCompiler.ts";

type FolderOptions = CompilerOptions & Required<Pick<CompilerOptions, "compiled">>;

const listSources = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sol"))
    .toSorted();

/** Compiles the contracts of a folder whose sources differ from those in the file of compiled ones, and writes that file. */
export function writeCompiled(options: FolderOptions): void {
  const before = readCompiled(options.compiled);
  const sources = listSources(options.folder).map((path): [string, CompiledSources[string]] => {
    const { hash, input } = readSource(options, path);
    const known = before[path];
    if (known?.hash === hash) return [path, known];
    return [path, { hash, contracts: Object.fromEntries(compile(options, path, input)) }];
  });
  writeFileSync(options.compiled, format(Object.fromEntries(sources)));
}

/** @returns the sources of which the file of compiled contracts has another version or none, or that are gone. */
export function findOutdated(options: FolderOptions): string[] {
  const compiled = readCompiled(options.compiled);
  const present = listSources(options.folder);
  const changed = present.filter((path) => compiled[path]?.hash !== readSource(options, path).hash);
  return [...changed, ...Object.keys(compiled).filter((path) => !present.includes(path))];
}

/** `check:solidity` of a package: fails if the file isn't of the present sources; `--write` writes it. */
export function checkSolidity(options: FolderOptions, args: readonly string[]): void {
  if (args.includes("--write")) return writeCompiled(options);
  const outdated = findOutdated(options);
  if (outdated.length === 0) return;
  console.error(`${options.compiled} isn't compiled from ${outdated.join(", ")}: run this again with --write`);
  process.exitCode = 1;
}

/** A line for each contract, so that diffs show which have changed. */
function format(sources: CompiledSources): string {
  const files = Object.entries(sources).map(([path, { hash, contracts }]) => {
    const lines = Object.entries(contracts).map(
      ([name, artifact]) => `${JSON.stringify(name)}: ${JSON.stringify(artifact)}`,
    );
    return `${JSON.stringify(path)}: {"hash": "${hash}", "contracts": {\n${lines.join(",\n")}\n}}`;
  });
  return `{\n${files.join(",\n")}\n}\n`;
}
