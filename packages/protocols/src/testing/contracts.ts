import { createCompiler } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { fileURLToPath } from "node:url";

const compileIn = (folder: string) =>
  createCompiler({
    folder: fileURLToPath(new URL(folder, import.meta.url)),
    from: import.meta.url,
    solc: "solc",
    settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
  });
const compile = compileIn("../../contracts");
const compileOfDevnet = compileIn("../../../devnet/contracts");

/** Compiles `contracts/<file>.sol` of this package. @param name - Of the contract in it. */
export const compileTestContract = (file: string, name: string = file): Artifact => compile(`${file}.sol`, name);

/** Like compileTestContract, for the devnet's contracts. */
export const compileDevnetContract = (name: string): Artifact => compileOfDevnet(`${name}.sol`, name);
