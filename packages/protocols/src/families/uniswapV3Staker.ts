import type { Address, Hash } from "@portico/evm";
import { encodeAbiParameters, keccak256, parseAbi, parseAbiItem } from "viem";
import type { Adapter, OwnerContext } from "../adapter.ts";
import type { Amount, Position } from "../position.ts";
import { readNftPositions } from "./nftPositions.ts";
import type { UniswapV3Contracts } from "./nftManager.ts";
import { toPosition } from "./uniswapV3.ts";

/** The fields that make up an incentive's id. */
export interface Incentive {
  rewardToken: Address;
  pool: Address;
  /** Unix seconds. */
  startTime: number;
  endTime: number;
  refundee: Address;
}

export interface V3Staker {
  address: Address;
  /** Incentives whose rewards are read; contracts don't list them. */
  incentives: readonly Incentive[];
}

export interface V3StakerContracts extends UniswapV3Contracts {
  stakers?: readonly V3Staker[];
}

/** @see "IUniswapV3Staker of @uniswap/v3-staker" */
const stakerAbi = parseAbi([
  "struct IncentiveKey { address rewardToken; address pool; uint256 startTime; uint256 endTime; address refundee; }",
  "function deposits(uint256 tokenId) view returns (address owner, uint48 numberOfStakes, int24 tickLower, int24 tickUpper)",
  "function stakes(uint256 tokenId, bytes32 incentiveId) view returns (uint160 secondsPerLiquidityInsideInitialX128, uint128 liquidity)",
  "function rewards(address rewardToken, address owner) view returns (uint256)",
  "function getRewardInfo(IncentiveKey key, uint256 tokenId) view returns (uint256 reward, uint160 secondsInsideX128)",
]);

const moved = parseAbiItem(
  "event DepositTransferred(uint256 indexed tokenId, address indexed oldOwner, address indexed newOwner)",
);

/** Staked Uniswap V3 NFTs: liquidity and fees belong to the depositor, with the incentives' rewards. */
export const uniswapV3StakerFamily = {
  signals: ({ stakers = [] }: V3StakerContracts) => ({
    events: [{ event: moved, emitters: stakers.map(({ address }) => address), owners: ["newOwner"], key: "tokenId" }],
  }),

  async listPositions(context: OwnerContext<V3StakerContracts>) {
    const interacted = (context.contracts.stakers ?? []).flatMap((staker) => {
      const keys = context.interactions
        .filter(({ contract }) => contract === staker.address)
        .map(({ key }) => BigInt(key));
      return keys.length === 0 ? [] : [listStaked(context, staker, keys)];
    });
    return (await Promise.all(interacted)).flat();
  },
} satisfies Partial<Adapter<V3StakerContracts>>;

async function listStaked(
  context: OwnerContext<V3StakerContracts>,
  staker: V3Staker,
  tokenIds: readonly bigint[],
): Promise<Position[]> {
  const [owned, nfts, earned, claimable] = await Promise.all([
    filterOwned(context, staker, tokenIds),
    readNftPositions(context, context.contracts, tokenIds),
    Promise.all(tokenIds.map(async (id) => [id, await readEarned(context, staker, id)] as const)),
    readClaimable(context, staker),
  ]);
  const earnedBy = new Map(earned);
  const positions = nfts
    .filter(({ tokenId }) => owned.has(tokenId))
    .map((nft) => {
      const paid = earnedBy.get(nft.tokenId) ?? [];
      const pool = { controller: staker.address, index: nft.pool };
      return toPosition(nft, { name: paid.length > 0 ? "Farming" : "Liquidity Pool", pool, paid });
    });
  if (claimable.length === 0) return positions;
  const detail = { type: "reward", rewards: claimable } as const;
  return [...positions, { name: "Rewards", detail, pool: { controller: staker.address } }];
}

/** NFTs that are in the contract and still the owner's. */
async function filterOwned({ owner, read }: OwnerContext<unknown>, { address }: V3Staker, tokenIds: readonly bigint[]) {
  const deposits = await read(
    tokenIds.map((id) => ({ address, abi: stakerAbi, functionName: "deposits", args: [id] }) as const),
  );
  return new Set(tokenIds.filter((_id, index) => deposits[index]?.[0].toLowerCase() === owner));
}

/** Current rewards of all incentives that an NFT is staked in; each once. */
async function readEarned({ read }: OwnerContext<unknown>, staker: V3Staker, tokenId: bigint): Promise<Amount[]> {
  const of = { address: staker.address, abi: stakerAbi } as const;
  const stakes = await read(
    staker.incentives.map((key) => ({ ...of, functionName: "stakes", args: [tokenId, toIncentiveId(key)] }) as const),
  );
  const joined = staker.incentives.filter((_incentive, index) => (stakes[index]?.[1] ?? 0n) > 0n);
  const infos = await read(
    joined.map((key) => ({ ...of, functionName: "getRewardInfo", args: [toAbiKey(key), tokenId] }) as const),
  );
  return joined.map(({ rewardToken }, index) => ({ token: rewardToken, rawAmount: infos[index]?.[0] ?? 0n }));
}

/** Rewards credited by unstaking and not yet claimed. */
async function readClaimable(
  { owner, read }: OwnerContext<unknown>,
  { address, incentives }: V3Staker,
): Promise<Amount[]> {
  const tokens = [...new Set(incentives.map(({ rewardToken }) => rewardToken))];
  const amounts = await read(
    tokens.map((token) => ({ address, abi: stakerAbi, functionName: "rewards", args: [token, owner] }) as const),
  );
  return tokens
    .map((token, index) => ({ token, rawAmount: amounts[index] ?? 0n }))
    .filter(({ rawAmount }) => rawAmount > 0n);
}

const toAbiKey = ({ startTime, endTime, ...rest }: Incentive) => ({
  ...rest,
  startTime: BigInt(startTime),
  endTime: BigInt(endTime),
});

const keyParameter = {
  type: "tuple",
  components: [
    { name: "rewardToken", type: "address" },
    { name: "pool", type: "address" },
    { name: "startTime", type: "uint256" },
    { name: "endTime", type: "uint256" },
    { name: "refundee", type: "address" },
  ],
} as const;

/** @see "IncentiveId.compute of @uniswap/v3-staker" */
export const toIncentiveId = (incentive: Incentive): Hash =>
  keccak256(encodeAbiParameters([keyParameter], [toAbiKey(incentive)]));
