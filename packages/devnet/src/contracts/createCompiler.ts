import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Abi } from "viem";
import { type Artifact, findInPackage } from "./artifact.ts";

export interface CompilerOptions {
  /** Our own sources, which import each other by "./Name.sol". */
  folder: string;
  /** URL of a file of the package that depends on the compiler and on imported packages. */
  from: string;
  /** Package name of the compiler. */
  solc: string;
  /** As in solc's standard JSON, without `outputSelection`. */
  settings: object;
  /** Import prefixes and their replacements. */
  remappings?: Readonly<Record<string, string>>;
  /** A file of `writeCompiled`: its contracts are not compiled again, as long as their sources are the same. */
  compiled?: string;
}

/** Our own contracts by the name of their file. */
export type CompiledSources = Record<string, { hash: string; contracts: Record<string, Artifact> }>;

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

interface Solc {
  compile(input: string): string;
}

/**
 * Creates a compiler for a contract in a file: `Name.sol` of the folder, or `@scope/package/path/Name.sol`. A file is
 * compiled once, with all its contracts; results for equal sources are cached beside the package's modules. It throws on
 * an error of solc.
 */
export function createCompiler(options: CompilerOptions): (path: string, contract: string) => Artifact {
  const cache = join(fileURLToPath(findModules(options.from)), ".cache", "contracts");
  let compiled: CompiledSources | undefined;
  const select = (path: string, contract: string, found: Artifact | undefined): Artifact => {
    if (found === undefined) throw new Error(`${path} defines no contract ${contract}`);
    return found;
  };
  return (path, contract) => {
    const { hash, input } = readSource(options, path);
    compiled ??= options.compiled === undefined ? {} : readCompiled(options.compiled);
    const known = compiled[path];
    if (known?.hash === hash) return select(path, contract, known.contracts[contract]);
    const fileOf = (name: string) => join(cache, `${name}-${hash}.json`);
    if (existsSync(fileOf(contract))) return JSON.parse(readFileSync(fileOf(contract), "utf8")) as Artifact;

    const artifacts = compile(options, path, input);
    mkdirSync(cache, { recursive: true });
    for (const [name, artifact] of artifacts) {
      writeFileSync(`${fileOf(name)}.${process.pid}`, JSON.stringify(artifact));
      renameSync(`${fileOf(name)}.${process.pid}`, fileOf(name)); // another process may compile the same at the same time
    }
    return select(path, contract, artifacts.get(contract));
  };
}

export const readCompiled = (file: string): CompiledSources =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CompiledSources) : {};

/** What solc compiles, with a hash of it and of the compiler's name. */
export function readSource(options: CompilerOptions, path: string): { hash: string; input: string } {
  const sources = collectSources(options, path);
  const selected = { ...options.settings, outputSelection: { [path]: { "*": ["abi", "evm.bytecode.object"] } } };
  const input = JSON.stringify({ language: "Solidity", sources, settings: selected });
  return { hash: createHash("sha256").update(options.solc).update(input).digest("hex").slice(0, 16), input };
}

/** node_modules of the file's package. */
function findModules(from: string): URL {
  for (let folder = new URL(".", from); folder.pathname !== "/"; folder = new URL("..", folder)) {
    if (existsSync(new URL("package.json", folder))) return new URL("node_modules/", folder);
  }
  throw new Error(`${from} is not in a package`);
}

/** A file's contracts by name. solc takes half a second to load, so it is loaded only to compile. */
export function compile({ from, solc }: CompilerOptions, path: string, input: string): Map<string, Artifact> {
  const compiler = createRequire(from)(solc) as Solc;
  const { errors = [], contracts } = JSON.parse(compiler.compile(input)) as SolcOutput;
  const error = errors.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  const found = Object.entries(contracts?.[path] ?? {});
  return new Map(found.map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }]));
}

/** A file and all its imports: ours by "./Name.sol", a package's by its name. */
function collectSources({ folder, from, remappings = {} }: CompilerOptions, entry: string) {
  const sources: Record<string, { content: string }> = {};
  const locate = (path: string): string => {
    const prefix = Object.keys(remappings).find((start) => path.startsWith(start));
    const real = prefix === undefined ? path : `${remappings[prefix]}${path.slice(prefix.length)}`;
    if (!real.includes("/")) return join(folder, real);
    const parts = real.split("/");
    const names = parts.splice(0, real.startsWith("@") ? 2 : 1);
    return findInPackage(names.join("/"), parts.join("/"), from);
  };
  const visit = (path: string): void => {
    if (path in sources) return;
    const content = readFileSync(locate(path), "utf8");
    sources[path] = { content };
    for (const [, imported = ""] of content.matchAll(/^\s*import\s[^"';]*["']([^"']+)["'];/gm))
      visit(resolveImport(path, imported));
  };
  visit(entry);
  return sources;
}

const resolveImport = (from: string, imported: string): string =>
  imported.startsWith(".") ? new URL(imported, `file:///${from}`).pathname.slice(1) : imported;
