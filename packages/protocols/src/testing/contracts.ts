import { createCompiler } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../contracts");

/** How the contracts of `contracts/` are compiled. */
export const CONTRACTS = {
  folder,
  compiled: join(folder, "compiled.json"),
  from: import.meta.url,
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
};
const compile = createCompiler(CONTRACTS);

/** Compiles `contracts/<file>.sol` of this package, unless that was done for the same sources. @param name - Of the contract in it. */
export const compileTestContract = (file: string, name: string = file): Artifact => compile(`${file}.sol`, name);
