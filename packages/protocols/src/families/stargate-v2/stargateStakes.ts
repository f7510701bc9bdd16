import type { Address } from "@portico/evm";
import type { OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import type { PoolKey, PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { rewarderAbi, stakingAbi } from "./stargateAbi.ts";
import { nativeOr, readStargatePools } from "./stargatePools.ts";
import type { StargateContracts } from "./stargatePools.ts";

type Context = ReadContext<StargateContracts>;

/** Shares of pools that can be staked; tokens that are no share of a pool stand for themselves. */
async function readStakeable(context: Context, staking: Address): Promise<{ share: Address; asset: Address }[]> {
  const [[tokens], pools] = await Promise.all([
    context.read([{ address: staking, abi: stakingAbi, functionName: "tokens" }]),
    readStargatePools(context, context.contracts.pools),
  ]);
  const assets = new Map(pools.map(({ share, asset }) => [share, asset]));
  return tokens.map(toLower).map((share) => ({ share, asset: assets.get(share) ?? share }));
}

/** All that can be staked are read of an owner with any stake: there are few. */
export async function listStakes(context: OwnerContext<StargateContracts>): Promise<Position[]> {
  const { owner, contracts, interactions, interactionsFrom, read } = context;
  const { staking: address } = contracts;
  if (address === undefined) return [];
  if (interactionsFrom === undefined && !interactions.some(({ contract }) => contract === address)) return [];
  const tokens = await readStakeable(context, address);
  const of = { address, abi: stakingAbi } as const;
  const [balances, rewarders] = await Promise.all([
    read(tokens.map(({ share }) => ({ ...of, functionName: "balanceOf", args: [share, owner] }) as const)),
    read(tokens.map(({ share }) => ({ ...of, functionName: "rewarder", args: [share] }) as const)),
  ]);
  const pending = await context.tryRead(
    tokens.map(
      ({ share }, index) =>
        ({
          address: rewarders[index] ?? address,
          abi: rewarderAbi,
          functionName: "getRewards",
          args: [share, owner],
        }) as const,
    ),
  );
  return tokens.flatMap(({ share, asset }, index): Position[] => {
    const rawAmount = balances[index] ?? 0n;
    const [rewardTokens, amounts] = pending[index] ?? [[], []];
    const rewards = rewardTokens
      .map((token, at) => ({ token: nativeOr(token), rawAmount: amounts[at] ?? 0n }))
      .filter((reward) => reward.rawAmount > 0n);
    const pool = { controller: address, index: share };
    if (rawAmount > 0n) {
      const supplies = [{ token: asset, rawAmount }];
      return [{ name: "Farming", pool, detail: { type: "common", supplies, rewards } }];
    }
    return rewards.length === 0 ? [] : [{ name: "Rewards", pool, detail: { type: "reward", rewards } }];
  });
}

/** The deposits of staked shares are in their pools. */
export async function listStakePools(context: PoolContext<StargateContracts>): Promise<PoolState[]> {
  const { staking: address } = context.contracts;
  if (address === undefined) return [];
  const tokens = await readStakeable(context, address);
  const totals = await context.read(
    tokens.map(({ share }) => ({ address, abi: stakingAbi, functionName: "totalSupply", args: [share] }) as const),
  );
  return tokens.map(({ share, asset }, index) => ({
    pool: { controller: address, index: share },
    name: "Farming",
    contracts: [address],
    supplies: [{ token: asset, rawAmount: totals[index] ?? 0n }],
    rawShares: totals[index] ?? 0n,
    ...(share !== asset && { isNested: true }),
    depositors: { by: "interaction", contract: address, key: `0x${BigInt(share).toString(16)}` },
  }));
}

export const readStakeShares = (
  { read }: ReadContext<unknown>,
  { controller: address, index = "0x" }: PoolKey,
  owners: readonly Address[],
): Promise<bigint[]> =>
  read(
    owners.map(
      (owner) =>
        ({ address, abi: stakingAbi, functionName: "balanceOf", args: [toLower(index as Address), owner] }) as const,
    ),
  );
