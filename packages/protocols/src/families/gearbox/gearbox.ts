import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { ForkIdentity, PoolContext, ReadContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { facadeAbi, poolAbi, readGearboxPositions } from "./gearboxPositions.ts";
import type { GearboxContracts } from "./gearboxPositions.ts";
import { forksByAddress } from "../forksByAddress.ts";

const opened = parseAbiItem(
  "event OpenCreditAccount(address indexed creditAccount, address indexed onBehalfOf, address indexed caller, uint256 referralCode)",
);

/** Each with and without the configurators to list for. */
const compressorAbi = parseAbi([
  "struct Pool { address pool; address underlying; uint256 availableLiquidity; uint256 totalBorrowed; }",
  "function getPools() view returns (Pool[])",
  "function getPools(address[] configurators) view returns (Pool[])",
  "function getCreditManagers() view returns (address[])",
  "function getCreditManagers(address[] configurators) view returns (address[])",
]);

/** Pools whose shares are ERC-4626, and accounts that borrow from them to invest. */
export const gearboxFamily = defineFamily<GearboxContracts>({
  name: "gearbox",
  roles: { compressor: "required", configurator: "optional", addressProvider: "optional" },
  toContracts: ({ compressor = [], configurator = [] }) => ({
    compressor: compressor[0]!,
    configurators: configurator,
  }),

  signals: () => ({
    events: [{ event: opened, owners: ["onBehalfOf"], key: "creditAccount", emitters: "identified" }],
  }),

  /** The compressors list pools and credit managers; a facade, which is replaced from time to time, names its manager. */
  async identifyForks({ contracts, tryRead }, candidates) {
    const [managers, markets] = await Promise.all([
      tryRead(candidates.map((address) => ({ address, abi: facadeAbi, functionName: "creditManager" }) as const)),
      Promise.all(contracts.map((one) => readMarkets({ contracts: one, tryRead }))),
    ]);
    const pools = toForks(markets.map((market) => market.pools));
    const known = toForks(markets.map((market) => market.managers));
    return new Map(
      candidates.flatMap((address, index): [Address, ForkIdentity][] => {
        const pool = pools.get(toLower(address));
        if (pool !== undefined) return [[address, { fork: pool, identity: "receipt" }]];
        const manager = managers[index];
        const fork = manager === undefined ? undefined : known.get(toLower(manager));
        return fork === undefined ? [] : [[address, { fork, identity: "place" }]];
      }),
    );
  },

  listPositions: readGearboxPositions,

  async unwrap({ read, readOnce }, { token, rawAmount }) {
    const of = { address: token, abi: poolAbi } as const;
    const [[asset], [assets]] = await Promise.all([
      readOnce([{ ...of, functionName: "asset" }]),
      read([{ ...of, functionName: "previewRedeem", args: [rawAmount] }]),
    ]);
    return [{ token: toLower(asset), rawAmount: assets }];
  },
  listPools: listLendingPools,

  async check({ contracts, tryRead }) {
    const [pools] = await tryRead([{ address: contracts.compressor, abi: compressorAbi, functionName: "getPools" }]);
    return pools === undefined ? "compressor does not respond to getPools()" : undefined;
  },
});

const toForks = (lists: readonly (readonly Address[])[]): ReadonlyMap<Address, number> =>
  forksByAddress(lists.map((list) => list.map(toLower)));

async function readMarkets({
  contracts,
  tryRead,
}: Pick<ReadContext<GearboxContracts>, "contracts" | "tryRead">): Promise<{ pools: Address[]; managers: Address[] }> {
  const { compressor: address, configurators } = contracts;
  const of = { address, abi: compressorAbi } as const;
  const [[pools = [], managers = []], [morePools = [], moreManagers = []]] = await Promise.all([
    tryRead([
      { ...of, functionName: "getPools" },
      { ...of, functionName: "getCreditManagers" },
    ]),
    configurators.length === 0
      ? []
      : tryRead([
          { ...of, functionName: "getPools", args: [configurators] },
          { ...of, functionName: "getCreditManagers", args: [configurators] },
        ]),
  ]);
  return { pools: [...pools, ...morePools].map(({ pool }) => pool), managers: [...managers, ...moreManagers] };
}

/** What lenders deposited, lent or not. Known contracts include facades, which have no shares. */
async function listLendingPools({ known, tryRead }: PoolContext<GearboxContracts>): Promise<PoolState[]> {
  const getAmounts = (functionName: "totalAssets" | "totalSupply") =>
    tryRead(known.map((address) => ({ address, abi: poolAbi, functionName }) as const));
  const [assets, totals, shares] = await Promise.all([
    tryRead(known.map((address) => ({ address, abi: poolAbi, functionName: "asset" }) as const)),
    getAmounts("totalAssets"),
    getAmounts("totalSupply"),
  ]);
  return known.flatMap((token, index): PoolState[] => {
    const [asset, rawAmount, rawShares] = [assets[index], totals[index], shares[index]];
    if (asset === undefined || rawAmount === undefined || rawShares === undefined) return [];
    return [
      {
        pool: { controller: token },
        name: "Lending",
        contracts: [token],
        supplies: [{ token: toLower(asset), rawAmount }],
        rawShares,
        depositors: { by: "receipt", token },
      },
    ];
  });
}
