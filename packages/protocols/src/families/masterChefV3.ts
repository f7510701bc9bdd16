import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { Adapter, OwnerContext } from "../adapter.ts";
import type { Amount, PoolKey, Position } from "../position.ts";
import { readNftPositions } from "./nftPositions.ts";
import type { NftPosition } from "./nftPositions.ts";
import type { UniswapV3Contracts } from "./nftManager.ts";
import { toPosition } from "./uniswapV3.ts";
import { toLower } from "../toLower.ts";

export interface MasterChefV3Contracts extends UniswapV3Contracts {
  /** PancakeSwap's farm of NFTs. */
  nftChef?: Address;
}

/** @see "MasterChefV3 of @pancakeswap/masterchef-v3" */
const chefAbi = parseAbi([
  "function userPositionInfos(uint256 tokenId) view returns (uint128 liquidity, uint128 boostLiquidity, int24 tickLower, int24 tickUpper, uint256 rewardGrowthInside, uint256 reward, address user, uint256 pid, uint256 boostMultiplier)",
  "function CAKE() view returns (address)",
  "function pendingCake(uint256 tokenId) view returns (uint256 reward)",
  "function balanceOf(address owner) view returns (uint256)",
  "function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)",
]);

const deposited = parseAbiItem(
  "event Deposit(address indexed from, uint256 indexed pid, uint256 indexed tokenId, uint256 liquidity, int24 tickLower, int24 tickUpper)",
);

/** NFTs staked with a chef: liquidity and fees belong to the depositor, with rewards by the chef's own view. */
export const masterChefV3Family = {
  signals: ({ nftChef }: MasterChefV3Contracts) => ({
    events: nftChef === undefined ? [] : [{ event: deposited, emitters: [nftChef], owners: ["from"], key: "tokenId" }],
  }),

  async listPositions(context: OwnerContext<MasterChefV3Contracts>) {
    const { contracts, owner, tryRead } = context;
    const { nftChef } = contracts;
    if (nftChef === undefined) return [];
    const tokenIds = await listStakedIds(context, nftChef);
    if (tokenIds.length === 0) return [];
    const of = { address: nftChef, abi: chefAbi } as const;
    const [[cake], infos, pendings, nfts] = await Promise.all([
      context.readOnce([{ ...of, functionName: "CAKE" }]),
      context.read(tokenIds.map((id) => ({ ...of, functionName: "userPositionInfos", args: [id] }) as const)),
      tryRead(tokenIds.map((id) => ({ ...of, functionName: "pendingCake", args: [id] }) as const)),
      readNftPositions(context, contracts, tokenIds),
    ]);
    const nftOf = new Map(nfts.map((nft) => [nft.tokenId, nft]));
    return tokenIds.flatMap((tokenId, index): Position[] => {
      const [, , , , , , user, pid] = infos[index] ?? [];
      if (user?.toLowerCase() !== owner) return []; // withdrawn, or transferred since
      const pool = { controller: nftChef, index: String(pid) };
      const rewards = [{ token: toLower(cake), rawAmount: pendings[index] ?? 0n }];
      return toStakedPosition({ tokenId, pool, nft: nftOf.get(tokenId), rewards });
    });
  },
} satisfies Partial<Adapter<MasterChefV3Contracts>>;

interface Staked {
  tokenId: bigint;
  pool: PoolKey;
  /** Undefined: without liquidity, but maybe with earned rewards. */
  nft: NftPosition | undefined;
  rewards: readonly Amount[];
}

export function toStakedPosition({ tokenId, pool, nft, rewards: all }: Staked): Position[] {
  if (nft !== undefined) return [toPosition(nft, { name: "Farming", pool, paid: all })];
  const rewards = all.filter(({ rawAmount }) => rawAmount > 0n);
  if (rewards.length === 0) return [];
  return [{ name: "Rewards", detail: { type: "reward", rewards }, pool, positionIndex: String(tokenId) }];
}

/** Anybody may deploy a chef that claims to have any number. */
const MAX_STAKED = 1_000;

/** NFTs that the owner ever staked; the currently staked ones if only part of the past is indexed. */
export async function listStakedIds(context: OwnerContext<unknown>, address: Address): Promise<bigint[]> {
  const { owner, read, interactions, interactionsFrom } = context;
  if (interactionsFrom === undefined) {
    return interactions.filter(({ contract }) => contract === address).map(({ key }) => BigInt(key));
  }
  const [count] = await read([{ address, abi: chefAbi, functionName: "balanceOf", args: [owner] }]);
  const indices = Array.from({ length: Math.min(Number(count), MAX_STAKED) }, (_, index) => BigInt(index));
  return read(
    indices.map((at) => ({ address, abi: chefAbi, functionName: "tokenOfOwnerByIndex", args: [owner, at] }) as const),
  );
}
