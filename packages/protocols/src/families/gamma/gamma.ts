import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { checkViews } from "../checkViews.ts";
import { findManagedVaults, readManagedVault } from "../managedVault.ts";
import { createPoolShares } from "../poolShares.ts";

export interface GammaContracts {
  registries: readonly Address[];
}

/** A vault's number, from 1. @see "HypeRegistry of Gamma Strategies" */
const registryAbi = parseAbi([
  "function registryMap(address vault) view returns (uint256)",
  "function counter() view returns (int256)",
]);

/** Gamma: vaults that its registries list. */
export const gammaFamily = defineFamily<GammaContracts>({
  name: "gamma",
  roles: { registry: "required" },
  toContracts: ({ registry = [] }) => ({ registries: registry }),
  identifyForks: identifyVaults,
  ...createPoolShares(readManagedVault),
  check: (context) =>
    checkViews(
      context,
      context.contracts.registries.map((address) => ({ address, abi: registryAbi, functionName: "counter" })),
    ),
});

async function identifyVaults(
  context: ReadContext<readonly GammaContracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const vaults = await findManagedVaults(context, candidates);
  const registries = context.contracts.flatMap((contracts, fork) =>
    contracts.registries.map((address) => ({ address, fork })),
  );
  const found = await Promise.all(
    vaults.map(async (vault): Promise<[Address, ForkIdentity][]> => {
      const numbers = await context.tryRead(
        registries.map(
          ({ address }) => ({ address, abi: registryAbi, functionName: "registryMap", args: [vault] }) as const,
        ),
      );
      const listed = registries.find((_registry, index) => (numbers[index] ?? 0n) > 0n);
      return listed === undefined ? [] : [[vault, { fork: listed.fork, identity: "receipt" }]];
    }),
  );
  return new Map(found.flat());
}
