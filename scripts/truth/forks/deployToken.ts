import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { ADMIN, type ForkChain } from "./forkScene.ts";

const artifact = loadArtifact(
  "@openzeppelin/contracts",
  "build/contracts/ERC20PresetMinterPauser.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);

/** One more token of 18 decimals, which a chain's `mint` creates. */
export const deployToken = async ({ chain }: ForkChain, symbol: string): Promise<Address> =>
  chain.deploy(artifact, [symbol, symbol], ADMIN);
