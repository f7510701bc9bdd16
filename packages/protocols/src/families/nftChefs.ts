import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { ForkIdentity, OwnerContext, ReadContext } from "../adapter.ts";
import type { Amount, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { findForkBy, isNftContract } from "./identifyRanges.ts";
import type { RangeContracts } from "./identifyRanges.ts";
import type { Take } from "./limits.ts";
import { listStakedIds, toStakedPosition } from "./masterChefV3.ts";
import { readNftPositions } from "./nftPositions.ts";
import { uniswapV3ForkDialect } from "./rangeDialect.ts";
import type { RangeStaking } from "./rangeForks.ts";
import { readWords, toAddress } from "./readWords.ts";

/** @see "MasterChefV3 of @pancakeswap/masterchef-v3" */
const chefAbi = parseAbi([
  "function nonfungiblePositionManager() view returns (address)",
  "function ownerOf(uint256 tokenId) view returns (address)",
]);

const deposited = parseAbiItem(
  "event Deposit(address indexed from, uint256 indexed pid, uint256 indexed tokenId, uint256 liquidity, int24 tickLower, int24 tickUpper)",
);

/** Anybody may deploy a chef, and name owners and NFTs: more than these are not read. */
const MAX_NFTS = 250;

/** Chefs like PancakeSwap's, which hold staked NFTs. Forks renamed the reward: it is read if it has a known name. */
export const nftChefs: RangeStaking = {
  events: [{ event: deposited, emitters: "identified", owners: ["from"], key: "tokenId" }],

  /** A chef names its manager of NFTs, and that names the factory. */
  async identify(context, candidates) {
    const findFork = findForkBy(context, uniswapV3ForkDialect);
    const found = await Promise.all(
      candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
        const [manager] = await context.tryRead([
          { address, abi: chefAbi, functionName: "nonfungiblePositionManager" },
        ]);
        if (manager === undefined) return undefined;
        const [fork, isManager, info] = await Promise.all([
          findFork(toLower(manager)),
          isNftContract(context, manager),
          readInfo(context, address, 0n),
        ]);
        const isChef = isManager && info !== undefined; // others name a manager, too: routers, vaults
        return fork !== undefined && isChef ? [address, { fork, identity: "place" }] : undefined;
      }),
    );
    return new Map(found.filter((one) => one !== undefined));
  },

  async listPositions(context, take) {
    const chefs = [...new Set(context.interactions.map(({ contract }) => contract))];
    const staked = await Promise.all(
      chefs.map(async (chef) => ({ chef, tokenIds: await unlessUnread(listStakedIds(context, chef), []) })),
    );
    let left = MAX_NFTS;
    const found = await Promise.all(
      // many small chefs rather than a large one
      staked
        .toSorted((one, other) => one.tokenIds.length - other.tokenIds.length)
        .map(({ chef, tokenIds }) => {
          const own = tokenIds.slice(0, left);
          left -= own.length;
          // one that fails must not take the others with it
          return unlessUnread(listStaked(context, { chef, tokenIds: own }, take), []);
        }),
    );
    return found.flat();
  },
};

async function listStaked(
  context: OwnerContext<RangeContracts>,
  { chef, tokenIds }: { chef: Address; tokenIds: readonly bigint[] },
  take: Take,
): Promise<Position[]> {
  const [named] = await context.readOnce([{ address: chef, abi: chefAbi, functionName: "nonfungiblePositionManager" }]);
  const positions = toLower(named);
  const manager = { factory: context.contracts.factory, positions, dialect: uniswapV3ForkDialect, take };
  const [infos, holders, nfts, rewards] = await Promise.all([
    Promise.all(tokenIds.map((id) => readInfo(context, chef, id))),
    context.tryRead(
      tokenIds.map((id) => ({ address: positions, abi: chefAbi, functionName: "ownerOf", args: [id] }) as const),
    ),
    readNftPositions(context, manager, tokenIds),
    readRewards(context, { chef, tokenIds, take }),
  ]);
  const nftOf = new Map(nfts.map((nft) => [nft.tokenId, nft]));
  return tokenIds.flatMap((tokenId, index): Position[] => {
    const info = infos[index];
    // withdrawn, transferred since, or not in the chef at all
    if (info?.user !== context.owner || holders[index]?.toLowerCase() !== chef) return [];
    const pool = { controller: chef, index: String(info.pid) };
    return toStakedPosition({ tokenId, pool, nft: nftOf.get(tokenId), rewards: [rewards[index] ?? []].flat() });
  });
}

/** Some chefs have a boosted liquidity before the owner. */
async function readInfo(reads: Pick<ReadContext<unknown>, "tryRead">, address: Address, tokenId: bigint) {
  const words = await readWords(reads, { address, view: "userPositionInfos(uint256)", args: [tokenId] }, [8, 9]);
  const user = words?.length === 9 ? 6 : 5;
  return words && { user: toAddress(words[user] ?? 0n), pid: words[user + 1] ?? 0n };
}

const REWARD_TOKENS = ["CAKE()", "rewardToken()"];
const PENDING = ["pendingCake(uint256)", "pendingReward(uint256)"];

interface Earning {
  chef: Address;
  tokenIds: readonly bigint[];
  take: Take;
}

/** The reward of each NFT, as far as the chef has it; undefined: it has another name. */
async function readRewards(
  context: OwnerContext<unknown>,
  { chef, tokenIds, take }: Earning,
): Promise<(Amount | undefined)[]> {
  const [tokens, pending] = await Promise.all([
    Promise.all(REWARD_TOKENS.map((view) => readWords(context, { address: chef, view }, [1]))),
    Promise.all(
      tokenIds.map((id) =>
        Promise.all(PENDING.map((view) => readWords(context, { address: chef, view, args: [id] }, [1]))),
      ),
    ),
  ]);
  const [word] = tokens.find((words) => words !== undefined) ?? [];
  if (word === undefined) return [];
  const token = toAddress(word);
  const [balance = 0n] = await context.tryRead([
    { address: token, abi: erc20Abi, functionName: "balanceOf", args: [chef] },
  ]);
  return pending.map((named) => {
    const [wanted] = named.find((words) => words !== undefined) ?? [];
    return wanted === undefined ? undefined : { token, rawAmount: take(`${chef} ${token}`, balance, wanted) };
  });
}
