import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { Abi } from "viem";
import type { Lab } from "./lab.ts";
import { toLower } from "../toLower.ts";

/** A deployed contract of a lab, its functions by name. */
export interface TestContract {
  abi: Abi;
  address: Address;
  write(from: Address, functionName: string, args?: readonly unknown[], value?: bigint): Promise<unknown>;
  /** At the latest block. */
  view<Result>(functionName: string, args?: readonly unknown[]): Promise<Result>;
}

/** What calls and deploys contracts. */
export type ContractChain = Pick<Lab, "deploy" | "view" | "write">;

export const contractAt = (lab: Pick<Lab, "view" | "write">, abi: Abi, at: Address): TestContract => {
  const address = toLower(at);
  return {
    abi,
    address,
    write: (from, functionName, args = [], value = 0n) =>
      lab.write(from, { to: address, abi, functionName, args, value }),
    view: async <Result>(functionName: string, args: readonly unknown[] = []) =>
      (await lab.view({ address, abi, functionName, args })) as Result,
  };
};

export async function deployContract(
  lab: ContractChain,
  artifact: Parameters<Lab["deploy"]>[0],
  args: readonly unknown[] = [],
  from?: Address,
) {
  return contractAt(lab, artifact.abi, await lab.deploy(artifact, args, from));
}

/** Functions that tests call on any token. */
export const anyTokenAbi = parseAbi([
  "function approve(address spender, uint256 value) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function transfer(address to, uint256 value) returns (bool)",
  "function mint(address to, uint256 value)",
]);
