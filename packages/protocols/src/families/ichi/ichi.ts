import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { checkViews } from "../checkViews.ts";
import { indexForks } from "../indexForks.ts";
import { readManagedVault } from "../managedVault.ts";
import { createPoolShares } from "../poolShares.ts";

export interface IchiContracts {
  factories: readonly Address[];
}

const claimAbi = parseAbi(["function ichiVaultFactory() view returns (address)"]);
/** @see https://docs.ichi.org/home/yield-iq-vaults */
const factoryAbi = parseAbi([
  "function allVaults(uint256 index) view returns (address)",
  "function owner() view returns (address)",
]);

/** ICHI: vaults that name a factory, which created them. */
export const ichiFamily = defineFamily<IchiContracts>({
  name: "ichi",
  roles: { factory: "required" },
  toContracts: ({ factory = [] }) => ({ factories: factory }),
  identifyForks: identifyVaults,
  ...createPoolShares(readManagedVault),
  check: (context) =>
    checkViews(
      context,
      context.contracts.factories.map((address) => ({ address, abi: factoryAbi, functionName: "owner" })),
    ),
});

async function identifyVaults(
  context: ReadContext<readonly IchiContracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = indexForks(context.contracts, ({ factories }) => factories);
  const claims = await context.tryRead(
    candidates.map((address) => ({ address, abi: claimAbi, functionName: "ichiVaultFactory" }) as const),
  );
  const claimed = candidates.flatMap((vault, index) => {
    const factory = toLower(claims[index] ?? ZERO_ADDRESS);
    const fork = forks.get(factory);
    return fork === undefined ? [] : [{ vault, factory, fork }];
  });
  const factories = [...new Set(claimed.map(({ factory }) => factory))];
  const created = new Map(
    await Promise.all(factories.map(async (factory) => [factory, await listVaults(context, factory)] as const)),
  );
  return new Map(
    claimed.flatMap(({ vault, factory, fork }): [Address, ForkIdentity][] =>
      created.get(factory)?.has(vault) === true ? [[vault, { fork, identity: "receipt" }]] : [],
    ),
  );
}

const CHUNK = 50;
const MAX_VAULTS = 5_000;

/** A factory has no number of its vaults: they are read until one is missing. */
async function listVaults({ readOnce }: ReadContext<unknown>, address: Address): Promise<ReadonlySet<Address>> {
  const vaults: Address[] = [];
  while (vaults.length < MAX_VAULTS) {
    const chunk = await Promise.all(
      Array.from({ length: CHUNK }, (_, index) => {
        const args = [BigInt(vaults.length + index)] as const;
        return unlessUnread(readOnce([{ address, abi: factoryAbi, functionName: "allVaults", args }]), undefined);
      }),
    );
    const found = chunk.flatMap((vault) => (vault === undefined ? [] : [toLower(vault[0])]));
    vaults.push(...found);
    if (found.length < CHUNK) break;
  }
  return new Set(vaults);
}
