import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Abi } from "viem";
import { type Artifact, findInPackage } from "./artifact.ts";

const SOURCES = join(import.meta.dirname, "..", "..", "contracts");
const CACHE = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "contracts");
const SETTINGS = {
  evmVersion: "paris",
  optimizer: { enabled: true, runs: 200 },
  metadata: { bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
};

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

interface Solc {
  version(): string;
  compile(input: string): string;
}

/** Compiles `contracts/<name>.sol`, or takes what it compiled before from the same sources. Throws on a compiler's error. */
export function compileContract(name: string): Artifact {
  const sources = collectSources(`${name}.sol`);
  const input = JSON.stringify({ language: "Solidity", sources, settings: SETTINGS });
  const cached = join(CACHE, `${name}-${createHash("sha256").update(input).digest("hex").slice(0, 16)}.json`);
  if (existsSync(cached)) return JSON.parse(readFileSync(cached, "utf8")) as Artifact;

  const artifact = compile(name, input);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(`${cached}.${process.pid}`, JSON.stringify(artifact));
  renameSync(`${cached}.${process.pid}`, cached); // another process may compile the same at the same time
  return artifact;
}

/** solc takes half a second to load, so it is loaded only when something must be compiled. */
function compile(name: string, input: string): Artifact {
  const solc = createRequire(import.meta.url)("solc") as Solc;
  const { errors = [], contracts } = JSON.parse(solc.compile(input)) as SolcOutput;
  const error = errors.find(({ severity }) => severity === "error");
  if (error !== undefined) throw new Error(error.formattedMessage);
  const contract = contracts?.[`${name}.sol`]?.[name];
  if (contract === undefined) throw new Error(`contracts/${name}.sol defines no contract ${name}`);
  return { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
}

/** A file and all that it imports: ours by "./Name.sol", a package's by its name. */
function collectSources(entry: string): Record<string, { content: string }> {
  const sources: Record<string, { content: string }> = {};
  const visit = (path: string): void => {
    if (path in sources) return;
    const content = readFileSync(locate(path), "utf8");
    sources[path] = { content };
    for (const [, imported = ""] of content.matchAll(/^import\s[^"]*"([^"]+)";/gm))
      visit(resolveImport(path, imported));
  };
  visit(entry);
  return sources;
}

const locate = (path: string): string => {
  const [scope, name, ...rest] = path.split("/");
  return path.startsWith("@") ? findInPackage(`${scope}/${name}`, rest.join("/")) : join(SOURCES, path);
};

const resolveImport = (from: string, imported: string): string =>
  imported.startsWith(".") ? new URL(imported, `file:///${from}`).pathname.slice(1) : imported;
