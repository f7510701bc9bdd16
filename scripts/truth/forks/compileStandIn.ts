import { fileURLToPath } from "node:url";
import { createCompiler, type Artifact } from "@portico/devnet";

const compile = createCompiler({
  folder: fileURLToPath(new URL("../../../packages/protocols/contracts", import.meta.url)),
  from: import.meta.resolve("@portico/protocols/package.json"),
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
});

/** Compiles a contract of packages/protocols/contracts. */
export const compileStandIn = (name: string, file = name): Artifact => compile(`${file}.sol`, name);
