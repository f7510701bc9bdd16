import { createCompiler, getCreationCode, type Artifact } from "@portico/devnet";
import type { ForkChain } from "./forkScene.ts";

const SOURCES = "sphere-mezo-solidity-files/domains/aerodrome/contracts";
/** Libraries that the escrow links to. */
const libraries = {
  BalanceLogicLibrary: "0x00000000000000000000000000000000001b0001",
  DelegationLogicLibrary: "0x00000000000000000000000000000000001b0002",
} as const;

const compile = createCompiler({
  folder: import.meta.dirname,
  from: import.meta.resolve("@portico/protocols/package.json"),
  solc: "solc",
  remappings: { "@openzeppelin/contracts/": "@openzeppelin/contracts-5/" },
  settings: {
    evmVersion: "cancun",
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: "none" },
    libraries: Object.fromEntries(
      Object.entries(libraries).map(([name, address]) => [`${SOURCES}/libraries/${name}.sol`, { [name]: address }]),
    ),
  },
});

/** Compiles a contract of Velodrome V2: `gauges/Gauge`. */
export const compileVelodrome = (path: string): Artifact =>
  compile(`${SOURCES}/${path}.sol`, path.slice(path.lastIndexOf("/") + 1));

export async function installVelodromeLibraries({ chain }: ForkChain): Promise<void> {
  for (const [name, address] of Object.entries(libraries)) {
    await chain.install(address, getCreationCode(compileVelodrome(`libraries/${name}`)));
  }
}
