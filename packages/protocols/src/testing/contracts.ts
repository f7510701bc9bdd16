import { createCompiler } from "@portico/devnet";
import type { Artifact } from "@portico/devnet";
import { fileURLToPath } from "node:url";

export const CONTRACTS_FOLDER = fileURLToPath(new URL("../../contracts", import.meta.url));

/** Compiled contracts are cached beside the modules of `from`'s package. */
const compileIn = (folder: string, from: string) =>
  createCompiler({
    folder,
    from,
    solc: "solc",
    settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
  });
const devnet = import.meta.resolve("@portico/devnet/package.json");
const compile = compileIn(CONTRACTS_FOLDER, import.meta.url);
const compileOfDevnet = compileIn(fileURLToPath(new URL("contracts", devnet)), devnet);

/** Compiles `contracts/<file>.sol` of this package. @param name - Of the contract in it. */
export const compileTestContract = (file: string, name: string = file): Artifact => compile(`${file}.sol`, name);

/** Like compileTestContract, for the devnet's contracts. */
export const compileDevnetContract = (name: string): Artifact => compileOfDevnet(`${name}.sol`, name);
