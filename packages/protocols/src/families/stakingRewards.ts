import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { Adapter, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { PoolKey, PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { readStake } from "./staked.ts";
import type { StakeContracts } from "./staked.ts";
import { toLower } from "../toLower.ts";

/** Farms with the interface of Synthetix' StakingRewards. */
export interface StakingRewardsContracts extends StakeContracts {
  farms?: readonly Address[];
}

/** @see https://docs.synthetix.io/contracts/source/contracts/stakingrewards */
const farmAbi = parseAbi([
  "function stakingToken() view returns (address)",
  "function rewardsToken() view returns (address)",
  "function balanceOf(address account) view returns (uint256)",
  "function earned(address account) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
]);

const staked = parseAbiItem("event Staked(address indexed user, uint256 amount)");

/** A stake that earns one token per second. */
export const stakingRewardsFamily = {
  signals: ({ farms = [] }: StakingRewardsContracts) => ({
    events: [{ event: staked, emitters: farms, owners: ["user"] }],
  }),

  async listPositions(context: OwnerContext<StakingRewardsContracts>) {
    const { contracts, interactions, interactionsFrom } = context;
    const interacted = new Set(interactions.map(({ contract }) => contract));
    const found = await Promise.all(
      (contracts.farms ?? []).map(async (farm) => {
        if (interacted.has(farm)) return readFarm(context, farm);
        return interactionsFrom === undefined ? [] : unlessUnread(readFarm(context, farm), []);
      }),
    );
    return found.flat();
  },

  async listPools(context: PoolContext<StakingRewardsContracts>) {
    if (context.isContinued) return [];
    const { farms = [] } = context.contracts;
    const pools = await Promise.all(farms.map((farm) => unlessUnread(readPool(context, farm), undefined)));
    return pools.filter((pool) => pool !== undefined);
  },

  readShares: ({ read }: ReadContext<StakingRewardsContracts>, { controller }: PoolKey, owners: readonly Address[]) =>
    read(
      owners.map((owner) => ({ address: controller, abi: farmAbi, functionName: "balanceOf", args: [owner] }) as const),
    ),
} satisfies Partial<Adapter<StakingRewardsContracts>>;

async function readFarm(context: OwnerContext<StakingRewardsContracts>, farm: Address): Promise<Position[]> {
  const of = { address: farm, abi: farmAbi } as const;
  const [[rawAmount, rawEarned], [stakingToken, rewardsToken]] = await Promise.all([
    context.read([
      { ...of, functionName: "balanceOf", args: [context.owner] },
      { ...of, functionName: "earned", args: [context.owner] },
    ]),
    readTokens(context, farm),
  ]);
  const pool = { controller: farm };
  const rewards = rawEarned > 0n ? [{ token: rewardsToken, rawAmount: rawEarned }] : [];
  if (rawAmount === 0n) return rawEarned === 0n ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  const { supplies } = await readStake(context, { token: stakingToken, rawAmount });
  return [{ name: nameStake(stakingToken, rewardsToken), detail: { type: "common", supplies, rewards }, pool }];
}

async function readPool(context: PoolContext<StakingRewardsContracts>, farm: Address): Promise<PoolState> {
  const [[rawShares], [stakingToken, rewardsToken]] = await Promise.all([
    context.read([{ address: farm, abi: farmAbi, functionName: "totalSupply" }]),
    readTokens(context, farm),
  ]);
  const { supplies, isOwnPair } = await readStake(context, { token: stakingToken, rawAmount: rawShares });
  return {
    pool: { controller: farm },
    name: nameStake(stakingToken, rewardsToken),
    contracts: [farm],
    supplies,
    rawShares,
    depositors: { by: "interaction", contract: farm },
    ...(isOwnPair && { isNested: true }),
  };
}

async function readTokens({ readOnce }: ReadContext<unknown>, address: Address): Promise<[Address, Address]> {
  const [stakingToken, rewardsToken] = await readOnce([
    { address, abi: farmAbi, functionName: "stakingToken" },
    { address, abi: farmAbi, functionName: "rewardsToken" },
  ]);
  return [toLower(stakingToken), toLower(rewardsToken)];
}

const nameStake = (stakingToken: Address, rewardsToken: Address): Position["name"] =>
  stakingToken === rewardsToken ? "Staked" : "Farming";
