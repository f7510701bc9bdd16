import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, PoolContext } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import type { PoolState } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { MAX_UINT24 } from "../maxUint24.ts";
import { listAnswered } from "../listAnswered.ts";
import { factoryAbi, managerAbi, readLiquidities } from "./readLiquidities.ts";

interface IziContracts {
  /** The contract whose NFTs are positions; a row's "pool helper". */
  manager: Address;
}

const poolAbi = parseAbi([
  "function factory() view returns (address)",
  "function tokenX() view returns (address)",
  "function tokenY() view returns (address)",
  "function fee() view returns (uint24)",
  "function state() view returns (uint160, int24, uint16, uint16, uint16, bool, uint128 liquidity, uint128)",
  "function totalFeeXCharged() view returns (uint256)",
  "function totalFeeYCharged() view returns (uint256)",
]);

/** iZiSwap and its forks: ranges of discrete points. Limit orders are not read. */
export const iziswapFamily = defineFamily<IziContracts>({
  name: "iziswap",
  roles: { poolHelper: "required" },
  perAddress: "poolHelper",
  toContracts: ({ poolHelper }) => ({ manager: poolHelper![0]! }),
  readsUntrusted: true,

  signals: ({ manager }) => ({ nfts: [manager] }),

  /** Pools name the factory that a manager also names, and that must name the pool. */
  async identifyForks({ contracts, readOnce, tryRead }, candidates) {
    const factories = await Promise.all(
      contracts.map(async ({ manager: address }) =>
        readOnce([{ address, abi: managerAbi, functionName: "factory" }]).then(
          ([factory]) => toLower(factory),
          () => undefined,
        ),
      ),
    );
    const forks = new Map(factories.map((factory, index) => [factory, index] as const).toReversed());
    const found = await Promise.all(
      candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
        const of = { address, abi: poolAbi } as const;
        const [named] = await tryRead([{ ...of, functionName: "factory" }]);
        const fork = named === undefined ? undefined : forks.get(toLower(named));
        if (named === undefined || fork === undefined) return undefined;
        const [tokenX, tokenY, fee] = await tryRead([
          { ...of, functionName: "tokenX" },
          { ...of, functionName: "tokenY" },
          { ...of, functionName: "fee" },
        ]);
        if (tokenX === undefined || tokenY === undefined || fee === undefined || fee > MAX_UINT24) return undefined;
        const call = { address: named, abi: factoryAbi, functionName: "pool", args: [tokenX, tokenY, fee] } as const;
        const [pool] = await tryRead([call]);
        return pool?.toLowerCase() === address ? [address, { fork, identity: "place" }] : undefined;
      }),
    );
    return new Map(found.filter((one) => one !== undefined));
  },

  async check({ contracts: { manager }, tryRead }) {
    const [factory] = await tryRead([{ address: manager, abi: managerAbi, functionName: "factory" }]);
    return factory === undefined ? "factory() does not respond" : undefined;
  },

  listPositions: async (context) => {
    const { manager } = context.contracts;
    return readLiquidities(context, manager, context.nfts.get(manager) ?? []);
  },

  listPools: (context) => listAnswered(context.known.map(async (pool) => readPool(context, pool))),
});

/** Tokens that limit orders sell are included; the protocol's part of the fees is not. */
async function readPool(
  { contracts, read, readOnce, tryRead }: PoolContext<IziContracts>,
  pool: Address,
): Promise<PoolState> {
  const of = { address: pool, abi: poolAbi } as const;
  const [tokens, [state, ...charged]] = await Promise.all([
    readOnce([
      { ...of, functionName: "tokenX" },
      { ...of, functionName: "tokenY" },
    ]),
    read([
      { ...of, functionName: "state" },
      { ...of, functionName: "totalFeeXCharged" },
      { ...of, functionName: "totalFeeYCharged" },
    ]),
  ]);
  const balances = await tryRead(
    tokens.map((address) => ({ address, abi: erc20Abi, functionName: "balanceOf", args: [pool] }) as const),
  );
  const supplies = tokens.map((token, side) => {
    const rawAmount = (balances[side] ?? 0n) - (charged[side] ?? 0n);
    return { token: toLower(token), rawAmount: rawAmount > 0n ? rawAmount : 0n };
  });
  const contract = [pool, contracts.manager];
  return { pool: { controller: pool }, name: "Liquidity Pool", contracts: contract, supplies, rawShares: state[6] };
}
