import { join } from "node:path";
import type { Artifact } from "./artifact.ts";
import { createCompiler } from "./createCompiler.ts";

const folder = join(import.meta.dirname, "..", "..", "contracts");

/** How the contracts of `contracts/` are compiled. */
export const CONTRACTS = {
  folder,
  compiled: join(folder, "compiled.json"),
  from: import.meta.url,
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
};

const compile = createCompiler(CONTRACTS);

/** Compiles `contracts/<name>.sol`, unless that was done for the same sources. @throws on a compiler error. */
export const compileContract = (name: string): Artifact => compile(`${name}.sol`, name);
