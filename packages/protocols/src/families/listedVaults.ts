import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import { listFactories, listVouchedVaults } from "../erc4626/vaultTrust.ts";
import type { Family } from "../family.ts";
import type { Amount } from "../position.ts";
import { toLower } from "../toLower.ts";
import { createErc4626Family } from "./erc4626.ts";
import { findSolventVaults } from "./vaultState.ts";
import type { Erc4626Contracts } from "./vaultState.ts";
import { findMade, listMakerViews } from "./vaultMakers.ts";
import type { VaultMaker } from "./vaultMakers.ts";

/** ERC-4626 vaults of one protocol. They are not trusted for it: the caution is that of unlisted vaults. */
export interface ListedVaultContracts extends Erc4626Contracts {
  vaults: readonly Address[];
  /** Accounts whose vaults are the protocol's. */
  owners: readonly Address[];
  /** Factories whose vaults are the protocol's. */
  makers: readonly VaultMaker[];
}

const controlAbi = parseAbi([
  "function owner() view returns (address)",
  "function curator() view returns (address)",
  "function governorAdmin() view returns (address)",
  "function asset() view returns (address)",
]);

const vaultReader = createErc4626Family(listVouchedVaults);

/** Vaults under the names of their protocols: of a table, made by a factory, or owned by a curator. */
export const listedVaults = {
  readsUntrusted: true,

  async identifyForks(context: ReadContext<readonly ListedVaultContracts[]>, candidates: readonly Address[]) {
    const { chain, contracts } = context;
    const own = { ...context, contracts: { factories: listFactories(chain.slug) } };
    const vaults = (await findSolventVaults(own, listVouchedVaults, candidates)).map(({ address }) => address);
    const tabled = new Map(
      contracts.flatMap(({ vaults: list }, fork) => list.map((vault) => [vault, fork] as const)).toReversed(),
    );
    const [owned, made] = await Promise.all([findOwned(context, vaults), findMade(context, vaults)]);
    return new Map(
      vaults.flatMap((vault): [Address, ForkIdentity][] => {
        const fork = tabled.get(vault) ?? owned.get(vault) ?? made.get(vault);
        return fork === undefined ? [] : [[vault, { fork, identity: "receipt" }]];
      }),
    );
  },

  listPositions: (context: OwnerContext<ListedVaultContracts>) => vaultReader.listPositions(context),
  unwrap: (context: ReadContext<ListedVaultContracts>, receipt: Amount) => vaultReader.unwrap(context, receipt),
  listPools: (context: PoolContext<ListedVaultContracts>) => vaultReader.listPools(context),

  async check({ contracts: { vaults, owners, makers }, tryRead }: ReadContext<ListedVaultContracts>) {
    const assets = await tryRead(
      vaults.map((address) => ({ address, abi: controlAbi, functionName: "asset" }) as const),
    );
    const isTableOnly = vaults.length > 0 && owners.length + makers.length === 0;
    if (isTableOnly && assets.every((asset) => asset === undefined)) return "asset() of every vault fails";
    const views = await tryRead(listMakerViews(makers));
    const isSilent = makers.length > 0 && views.every((view) => view === undefined);
    return isSilent ? `${makers[0]!.view}() of every factory fails` : undefined;
  },
} satisfies Partial<Family<ListedVaultContracts>>;

/** Contracts of a row; the trusted factories are those of its chain. */
export const toListedVaults = (
  chain: string,
  { vaults = [], owners = [], makers = [] }: Partial<ListedVaultContracts>,
): ListedVaultContracts => ({ factories: listFactories(chain), vaults, owners, makers });

/** By the account that a vault names as its owner, curator or governor. */
async function findOwned(
  { contracts, tryRead }: ReadContext<readonly ListedVaultContracts[]>,
  vaults: readonly Address[],
): Promise<Map<Address, number>> {
  const forkOf = new Map(
    contracts.flatMap(({ owners }, fork) => owners.map((owner) => [owner, fork] as const)).toReversed(),
  );
  if (forkOf.size === 0) return new Map();
  const named = await Promise.all(
    (["curator", "owner", "governorAdmin"] as const).map((functionName) =>
      tryRead(vaults.map((address) => ({ address, abi: controlAbi, functionName }) as const)),
    ),
  );
  return new Map(
    vaults.flatMap((vault, index): [Address, number][] => {
      const forks = named.flatMap((row) => (row[index] === undefined ? [] : (forkOf.get(toLower(row[index])) ?? [])));
      return forks[0] === undefined ? [] : [[vault, forks[0]]];
    }),
  );
}
