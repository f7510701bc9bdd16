import { fileURLToPath } from "node:url";
import { createCompiler } from "@portico/devnet";

/** Compiles a contract of contracts/: `SmartWallet.sol`, `SmartWallet`. */
export const compileContract = createCompiler({
  folder: fileURLToPath(new URL("../../contracts", import.meta.url)),
  from: import.meta.url,
  solc: "solc",
  settings: { evmVersion: "paris", optimizer: { enabled: true, runs: 200 }, metadata: { bytecodeHash: "none" } },
});
