import { join } from "node:path";
import type { Artifact } from "./artifact.ts";
import { createCompiler } from "./createCompiler.ts";

const compile = createCompiler({
  folder: join(import.meta.dirname, "..", "..", "contracts"),
  from: import.meta.url,
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
});

/** Compiles `contracts/<name>.sol`, or takes what it compiled before from the same sources. Throws on a compiler's error. */
export const compileContract = (name: string): Artifact => compile(`${name}.sol`, name);
