import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, OwnerContext, ReadContext } from "../adapter.ts";
import type { Family, RoleAddresses } from "../family.ts";
import type { Position } from "../position.ts";
import { ReadError, unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { createAaveReader, findAavePools, readReserves } from "./aave.ts";
import { aaveAnyVersion } from "./aaveAnyVersion.ts";
import { aaveV2 } from "./aaveV2.ts";
import { aaveV3 } from "./aaveV3.ts";
import type { AaveMarket } from "./aaveVersion.ts";
import { forksByAddress } from "./forksByAddress.ts";
import { listMultiFees, multiFeeSignal, readMultiFee } from "./multiFee.ts";

/** Contracts that lead to a fork's pools. */
export interface AaveForkContracts {
  pools: readonly Address[];
  dataProviders: readonly Address[];
  registries: readonly Address[];
}

/** V2's provider names a lending pool, V3's a pool. @see https://aave.com/docs/developers/smart-contracts/pool-addresses-provider */
const providerAbi = parseAbi([
  "function ADDRESSES_PROVIDER() view returns (address)",
  "function getAddressesProvidersList() view returns (address[])",
  "function getPool() view returns (address)",
  "function getLendingPool() view returns (address)",
]);
const aaveReader = createAaveReader({ version: aaveAnyVersion, listMarkets });

/** Forks of Aave V2 and V3, each by its own responses. */
export const aaveForks = {
  readsUntrusted: true,

  signals: () => ({
    events: [
      ...[aaveV2.accrued, aaveV3.accrued].map((accrued) => ({ ...accrued, emitters: "identified" as const })),
      multiFeeSignal,
    ],
  }),

  /** Supplies and debts, the controllers of their rewards, and the contracts that these mint to. */
  async identifyForks(context: ReadContext<readonly AaveForkContracts[]>, candidates: readonly Address[]) {
    const { contracts, tryRead } = context;
    const forks = await Promise.all(
      contracts.map((own) => unlessUnread(listMarkets({ ...context, contracts: own }), [])),
    );
    const forkOf = forksByAddress(forks.map((markets) => markets.map(({ pool }) => pool)));
    const [pools, controllers] = await Promise.all([
      findAavePools(tryRead, aaveAnyVersion, candidates, new Set(forkOf.keys())),
      findControllers(context, forks, candidates),
    ]);
    const receipts = [...pools].map(([address, pool]): [Address, ForkIdentity] => [
      address,
      { fork: forkOf.get(pool)!, identity: "receipt" },
    ]);
    const places = [...controllers].map(([address, fork]): [Address, ForkIdentity] => [
      address,
      { fork, identity: "place" },
    ]);
    return new Map([...places, ...receipts]);
  },

  ...aaveReader,

  /** Also stakes of the protocol's own token, and rewards that vest, at what a controller of rewards mints to. */
  async listPositions(context: OwnerContext<AaveForkContracts>) {
    const [lent, staked] = await Promise.all([aaveReader.listPositions(context), readMultiFees(context)]);
    return [...lent, ...staked];
  },

  async check(context: ReadContext<AaveForkContracts>) {
    const markets = await unlessUnread(listMarkets(context), []);
    if (markets.length === 0) return "no data provider, registry or pool leads to a pool";
    const reserves = await Promise.all(
      markets.map((market) => unlessUnread(readReserves(context, aaveAnyVersion, market), undefined)),
    );
    if (reserves.every((list) => list === undefined)) return "getReservesList() or getReserveData() of the pool fails";
    return reserves.every((list) => list?.length === 0) ? "the pool has no reserves" : undefined;
  },
} satisfies Partial<Family<AaveForkContracts>>;

/** Contracts of a row. */
export const toAaveForkContracts = ({
  pool = [],
  dataProvider = [],
  addressesProviderRegistry = [],
}: RoleAddresses): AaveForkContracts => ({
  pools: pool,
  dataProviders: dataProvider,
  registries: addressesProviderRegistry,
});

async function readMultiFees(context: OwnerContext<AaveForkContracts>): Promise<Position[]> {
  const controllers = await listControllers(context, await unlessUnread(listMarkets(context), []));
  const places = await listMultiFees(context, controllers);
  const positions = await Promise.all([...places].map((address) => unlessUnread(readMultiFee(context, address), [])));
  return positions.flat();
}

/** The pools that respond. @throws ReadError if none does. */
async function listMarkets(context: ReadContext<AaveForkContracts>): Promise<AaveMarket[]> {
  const { contracts, read, readOnce } = context;
  const providers = await Promise.all([
    ...contracts.dataProviders.map((address) =>
      unlessUnread<readonly Address[]>(
        readOnce([{ address, abi: providerAbi, functionName: "ADDRESSES_PROVIDER" }]),
        [],
      ),
    ),
    ...contracts.registries.map(async (address) => {
      const listed = read([{ address, abi: providerAbi, functionName: "getAddressesProvidersList" }]);
      return (await unlessUnread(listed, [[]]))[0];
    }),
  ]);
  const named = [...new Set(providers.flat().map(toLower))].filter((address) => address !== ZERO_ADDRESS);
  const found = await Promise.all(named.map((address) => findPool(context, address)));
  const pools = new Set([...contracts.pools, ...found.flatMap((pool) => pool ?? [])]);
  if (pools.size === 0) throw new ReadError("No data provider or registry leads to a pool");
  return [...pools].map((pool) => ({ name: pool, pool }));
}

/** A constant: both versions' pools are proxies. */
async function findPool({ readOnce }: ReadContext<unknown>, address: Address): Promise<Address | undefined> {
  const answers = await Promise.all(
    (["getPool", "getLendingPool"] as const).map((functionName) =>
      unlessUnread<readonly Address[]>(readOnce([{ address, abi: providerAbi, functionName }]), []),
    ),
  );
  return answers
    .flat()
    .map(toLower)
    .find((pool) => pool !== ZERO_ADDRESS);
}

/** Controllers of rewards, as the tokens of each fork name them: constants besides the lists of reserves. */
async function findControllers(
  context: ReadContext<unknown>,
  forks: readonly (readonly AaveMarket[])[],
  candidates: readonly Address[],
): Promise<Map<Address, number>> {
  const named = await Promise.all(
    forks.map(async (markets) => {
      const controllers = await listControllers(context, markets);
      return new Set([...controllers, ...(await listMultiFees(context, controllers))]);
    }),
  );
  return new Map(
    candidates.flatMap((address): [Address, number][] => {
      const fork = named.findIndex((controllers) => controllers.has(address));
      return fork < 0 ? [] : [[address, fork]];
    }),
  );
}

async function listControllers(context: ReadContext<unknown>, markets: readonly AaveMarket[]): Promise<Set<Address>> {
  const found = await Promise.all(
    markets.map(async (market) => {
      const reserves = await unlessUnread(readReserves(context, aaveAnyVersion, market), []);
      const tokens = reserves.flatMap(({ aToken, variableDebt }) => [aToken, variableDebt]);
      return aaveAnyVersion.findIncentives(context, tokens);
    }),
  );
  return new Set(found.flat().flatMap((address) => address ?? []));
}
