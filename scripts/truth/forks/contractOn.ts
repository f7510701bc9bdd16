import type { Address } from "@portico/evm";
import type { Artifact } from "@portico/devnet";
import type { Abi } from "viem";
import { ADMIN, type ForkChain } from "./forkScene.ts";

/** A contract of a fork, its functions by name. */
export interface ForkContract {
  readonly address: Address;
  readonly abi: Abi;
  readonly write: (from: Address, functionName: string, args?: readonly unknown[]) => Promise<void>;
  /** At the latest block. */
  readonly view: <Result>(functionName: string, args?: readonly unknown[]) => Promise<Result>;
}

export function contractOn({ chain, client }: ForkChain, abi: Abi, at: Address): ForkContract {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lower case keeps an address's form
  const address = at.toLowerCase() as Address;
  return {
    address,
    abi,
    async write(from, functionName, args = []) {
      await chain.write(from, { to: address, abi, functionName, args });
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the function's result
    view: async <Result>(functionName: string, args: readonly unknown[] = []) =>
      (await client.readContract({ address, abi, functionName, args })) as Result,
  };
}

/** Deploys a contract as the administrator. */
export const deployOn = async (
  on: ForkChain,
  artifact: Artifact,
  args: readonly unknown[] = [],
): Promise<ForkContract> => contractOn(on, artifact.abi, await on.chain.deploy(artifact, args, ADMIN));
