import { join } from "node:path";
import type { Artifact } from "./artifact.ts";
import { createCompiler } from "./createCompiler.ts";

export const CONTRACTS_FOLDER = join(import.meta.dirname, "..", "..", "contracts");

const compile = createCompiler({
  folder: CONTRACTS_FOLDER,
  from: import.meta.url,
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
});

/** Compiles `contracts/<name>.sol`, or returns the cached result for the same sources. @throws on a compiler error. */
export const compileContract = (name: string): Artifact => compile(`${name}.sol`, name);
