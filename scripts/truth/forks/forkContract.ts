import type { Address, Hex } from "@portico/evm";
import { getCreationCode, loadArtifact, type Artifact } from "@portico/devnet";
import type { Abi } from "viem";
import { ADMIN, type ForkChain } from "./forkScene.ts";

/** A contract of a fork, its functions by name. */
export interface ForkContract {
  readonly address: Address;
  readonly abi: Abi;
  readonly write: (from: Address, functionName: string, args?: readonly unknown[], value?: bigint) => Promise<Hex>;
  /** At the latest block. */
  readonly read: <Result>(functionName: string, args?: readonly unknown[]) => Promise<Result>;
}

export function contractAt({ chain, client }: ForkChain, { abi }: Pick<Artifact, "abi">, at: Address): ForkContract {
  const address = at.toLowerCase() as Address;
  return {
    address,
    abi,
    write: (from, functionName, args = [], value = 0n) =>
      chain.write(from, { to: address, abi, functionName, args, value }),
    read: async <Result>(functionName: string, args: readonly unknown[] = []) =>
      (await client.readContract({ address, abi, functionName, args })) as Result,
  };
}

export async function deployContract(
  on: ForkChain,
  artifact: Artifact,
  args: readonly unknown[] = [],
): Promise<ForkContract> {
  return contractAt(on, artifact, await on.chain.deploy(artifact, args, ADMIN));
}

/** Deploys a contract to an address. */
export async function installContract(
  on: ForkChain,
  address: Address,
  artifact: Artifact,
  args: readonly unknown[] = [],
): Promise<ForkContract> {
  await on.chain.install(address, getCreationCode(artifact, args), ADMIN);
  return contractAt(on, artifact, address);
}

const token = loadArtifact(
  "@openzeppelin/contracts",
  "build/contracts/ERC20PresetMinterPauser.json",
  {},
  import.meta.resolve("@portico/protocols/package.json"),
);

/** Deploys a plain token, which `mint` creates, to an address. Some exist: the index knows tokens by their events. */
export async function installToken(on: ForkChain, address: Address, symbol: string): Promise<ForkContract> {
  const installed = await installContract(on, address, token, [symbol, symbol]);
  await on.mint(address, ADMIN, 1n);
  return installed;
}

export const deployToken = (on: ForkChain, symbol: string): Promise<ForkContract> =>
  deployContract(on, token, [symbol, symbol]);
