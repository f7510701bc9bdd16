import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity } from "../../adapter.ts";
import { defineFamily } from "../../family.ts";
import { toLower } from "../../toLower.ts";
import { isNftContract } from "../identifyRanges.ts";
import { uniswapV4Family as tabled } from "../uniswapV4.ts";
import { listInfinity } from "./infinity.ts";

const claimAbi = parseAbi([
  "function clPoolManager() view returns (address)",
  "function vault() view returns (address)",
  "function poolManager() view returns (address)",
]);

/**
 * Exchanges with all pools in one contract: forks of Uniswap V4, whose contract of NFTs and view a row names, and of
 * PancakeSwap Infinity, whose contracts of NFTs name the manager.
 */
export const uniswapV4Family = defineFamily({
  name: "uniswap-v4",
  roles: { poolManager: "required", positionManager: "optional", stateView: "optional" },
  perAddress: "poolManager",
  toContracts: ({ poolManager, positionManager, stateView }) => {
    const [positions, view] = [positionManager?.[0], stateView?.[0]];
    return { manager: poolManager![0]!, ...(positions && view && { v4: { positions, view } }) };
  },
  readsUntrusted: true,

  signals: ({ v4 }) => ({ nfts: v4 === undefined ? [] : [v4.positions] }),

  async identifyForks({ contracts, tryRead }, candidates) {
    const forks = new Map(contracts.map(({ manager }, index) => [manager, index] as const).toReversed());
    const found = await Promise.all(
      candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
        const [named] = await tryRead([{ address, abi: claimAbi, functionName: "clPoolManager" }]);
        const fork = named === undefined ? undefined : forks.get(toLower(named));
        if (fork === undefined || !(await isNftContract({ tryRead }, address))) return undefined;
        return [address, { fork, identity: "nft" }];
      }),
    );
    return new Map(found.filter((one) => one !== undefined));
  },

  async check({ contracts: { manager, v4 }, tryRead }) {
    const [[vault], [named]] = await Promise.all([
      tryRead([{ address: manager, abi: claimAbi, functionName: "vault" }]),
      tryRead([{ address: v4?.view ?? manager, abi: claimAbi, functionName: "poolManager" }]),
    ]);
    if (v4 !== undefined) return named?.toLowerCase() === manager ? undefined : "stateView does not name poolManager";
    return vault === undefined ? "vault() does not respond" : undefined;
  },

  async listPositions(context) {
    const { manager, v4 } = context.contracts;
    if (v4 === undefined) return listInfinity(context, manager);
    return tabled.listPositions({ ...context, contracts: { manager, ...v4 } });
  },
});
