import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { ForkIdentity, OwnerContext, ReadContext } from "../../adapter.ts";
import type { Amount, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { findForkBy, isPoolOf } from "../identifyRanges.ts";
import type { RangeContracts } from "../identifyRanges.ts";
import type { Take } from "../limits.ts";
import { toStakedPosition } from "../masterChefV3.ts";
import { readNftPositions } from "../nftPositions.ts";
import type { RangeStaking } from "../rangeForks.ts";
import { slipstreamDialect } from "./slipstreamDialect.ts";

/** @see "CLGauge and CLPool of https://github.com/velodrome-finance/slipstream" */
const gaugeAbi = parseAbi([
  "function pool() view returns (address)",
  "function gauge() view returns (address)",
  "function nft() view returns (address)",
  "function rewardToken() view returns (address)",
  "function stakedValues(address depositor) view returns (uint256[])",
  "function earned(address account, uint256 tokenId) view returns (uint256)",
  "function rewards(uint256 tokenId) view returns (uint256)",
]);

const deposited = parseAbiItem(
  "event Deposit(address indexed user, uint256 indexed tokenId, uint128 indexed liquidityToStake)",
);

/** Gauges hold staked NFTs: the liquidity is the depositor's, with emissions; the fees are the voters'. */
export const slipstreamGauges: RangeStaking = {
  events: [{ event: deposited, emitters: "identified", owners: ["user"] }],

  /** A gauge names its pool, and the pool must name the gauge. */
  async identify(context, candidates) {
    const findFork = findForkBy(context, slipstreamDialect);
    const found = await Promise.all(
      candidates.map(async (address): Promise<[Address, ForkIdentity] | undefined> => {
        const [pool] = await context.tryRead([{ address, abi: gaugeAbi, functionName: "pool" }]);
        if (pool === undefined) return undefined;
        const fork = await findFork(toLower(pool));
        if (fork === undefined) return undefined;
        const { factory } = context.contracts[fork]!;
        return (await isGaugeOf(context, { factory, pool: toLower(pool), gauge: address }))
          ? [address, { fork, identity: "place" }]
          : undefined;
      }),
    );
    return new Map(found.filter((one) => one !== undefined));
  },

  async listPositions(context, take) {
    const gauges = new Set(context.interactions.map(({ contract }) => contract));
    return (await Promise.all([...gauges].map((gauge) => listStaked(context, gauge, take)))).flat();
  },
};

async function isGaugeOf(
  context: ReadContext<unknown>,
  { factory, pool, gauge }: Record<"factory" | "gauge" | "pool", Address>,
): Promise<boolean> {
  const [isPool, [named]] = await Promise.all([
    isPoolOf(context, slipstreamDialect, factory, pool),
    context.tryRead([{ address: pool, abi: gaugeAbi, functionName: "gauge" }]),
  ]);
  return isPool && named?.toLowerCase() === gauge;
}

async function listStaked(context: OwnerContext<RangeContracts>, gauge: Address, take: Take): Promise<Position[]> {
  const { owner, contracts, read, readOnce } = context;
  const of = { address: gauge, abi: gaugeAbi } as const;
  const [[positions, rewardToken], [tokenIds]] = await Promise.all([
    readOnce([
      { ...of, functionName: "nft" },
      { ...of, functionName: "rewardToken" },
    ]),
    read([{ ...of, functionName: "stakedValues", args: [owner] }]),
  ]);
  if (tokenIds.length === 0) return [];
  const manager = {
    factory: contracts.factory,
    positions: toLower(positions),
    gauge,
    dialect: slipstreamDialect,
    take,
  };
  const [nfts, earned] = await Promise.all([
    readNftPositions(context, manager, tokenIds),
    readEarned(context, { gauge, rewardToken: toLower(rewardToken), tokenIds, take }),
  ]);
  const nftOf = new Map(nfts.map((nft) => [nft.tokenId, nft]));
  return tokenIds.flatMap((tokenId, index): Position[] => {
    const rewards = [earned[index]!];
    return toStakedPosition({ tokenId, pool: { controller: gauge }, nft: nftOf.get(tokenId), rewards });
  });
}

interface Earning {
  gauge: Address;
  rewardToken: Address;
  tokenIds: readonly bigint[];
  take: Take;
}

/** Emissions of each NFT: stored by the gauge, and earned since. */
async function readEarned(
  { owner, read, tryRead }: OwnerContext<unknown>,
  { gauge, rewardToken, tokenIds, take }: Earning,
): Promise<Amount[]> {
  const of = { address: gauge, abi: gaugeAbi } as const;
  const [earned, stored, [balance = 0n]] = await Promise.all([
    read(tokenIds.map((id) => ({ ...of, functionName: "earned", args: [owner, id] }) as const)),
    tryRead(tokenIds.map((id) => ({ ...of, functionName: "rewards", args: [id] }) as const)),
    tryRead([{ address: rewardToken, abi: erc20Abi, functionName: "balanceOf", args: [gauge] }]),
  ]);
  return tokenIds.map((_id, index) => {
    const wanted = (earned[index] ?? 0n) + (stored[index] ?? 0n);
    return { token: rewardToken, rawAmount: take(`${gauge} ${rewardToken}`, balance, wanted) };
  });
}
