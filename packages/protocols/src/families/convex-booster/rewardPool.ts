import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import type { Amount, PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { capToHeld } from "../capToHeld.ts";
import { boosterAbi } from "./boosterContracts.ts";
import type { BoosterContracts } from "./boosterContracts.ts";
import { readMinted } from "./boosterMinting.ts";

/** @see https://docs.convexfinance.com/convexfinanceintegration/baserewardpool */
const poolAbi = parseAbi([
  "function operator() view returns (address)",
  "function pid() view returns (uint256)",
  "function stakingToken() view returns (address)",
  "function rewardToken() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function earned(address owner) view returns (uint256)",
  "function extraRewardsLength() view returns (uint256)",
  "function extraRewards(uint256 index) view returns (address)",
]);
/** A reward of a stash is in a wrapper: Convex', and Aura's. */
const wrapperAbi = parseAbi([
  "function token() view returns (address)",
  "function baseToken() view returns (address)",
  "function rewardPool() view returns (address)",
]);

const MAX_EXTRA_REWARDS = 12n;

/** A stake of a booster's token with what it has earned, and what paying that mints. */
export async function readRewardPool(context: OwnerContext<BoosterContracts>, address: Address): Promise<Position[]> {
  const { owner, read, readOnce } = context;
  const of = { address, abi: poolAbi } as const;
  const [[operator, rewardToken], [rawAmount, rawEarned, count], [pid]] = await Promise.all([
    readOnce([
      { ...of, functionName: "operator" },
      { ...of, functionName: "rewardToken" },
    ]),
    read([
      { ...of, functionName: "balanceOf", args: [owner] },
      { ...of, functionName: "earned", args: [owner] },
      { ...of, functionName: "extraRewardsLength" },
    ]),
    context.tryRead([{ ...of, functionName: "pid" }]),
  ]);
  const booster = toLower(operator);
  const [minted, extra, supplies] = await Promise.all([
    pid === undefined ? [] : readMinted(context, { booster, pool: address, rawEarned }), // else it pays a share of fees
    readExtraRewards(context, address, count),
    rawAmount === 0n ? [] : readStaked(context, address, rawAmount),
  ]);
  const rewards = [{ token: toLower(rewardToken), rawAmount: rawEarned }, ...minted, ...extra].filter(
    (reward) => reward.rawAmount > 0n,
  );
  const pool = { controller: address };
  if (supplies.length > 0) return [{ name: "Farming", detail: { type: "common", supplies, rewards }, pool }];
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

async function readExtraRewards(
  { owner, read, readOnce, tryRead }: OwnerContext<unknown>,
  address: Address,
  count: bigint,
): Promise<Amount[]> {
  const length = Number(count < MAX_EXTRA_REWARDS ? count : MAX_EXTRA_REWARDS);
  const pools = await read(
    Array.from(
      { length },
      (_, index) => ({ address, abi: poolAbi, functionName: "extraRewards", args: [BigInt(index)] }) as const,
    ),
  );
  const [tokens, earned] = await Promise.all([
    readOnce(pools.map((pool) => ({ address: pool, abi: poolAbi, functionName: "rewardToken" }) as const)),
    tryRead(pools.map((pool) => ({ address: pool, abi: poolAbi, functionName: "earned", args: [owner] }) as const)),
  ]);
  const [wrapped, bases, wrapperPools] = await Promise.all([
    tryRead(tokens.map((token) => ({ address: token, abi: wrapperAbi, functionName: "token" }) as const)),
    tryRead(tokens.map((token) => ({ address: token, abi: wrapperAbi, functionName: "baseToken" }) as const)),
    tryRead(tokens.map((token) => ({ address: token, abi: wrapperAbi, functionName: "rewardPool" }) as const)),
  ]);
  return tokens.map((token, index) => {
    const isWrapper = toLower(wrapperPools[index] ?? ZERO_ADDRESS) === toLower(pools[index] ?? "0x");
    const inside = isWrapper ? (wrapped[index] ?? bases[index]) : undefined;
    return { token: toLower(inside ?? token), rawAmount: earned[index] ?? 0n };
  });
}

/**
 * A booster's token is a share of the pool's LP token, one to one, which is in a gauge, or in the booster once the pool is
 * closed; other tokens are staked as they are.
 */
export async function readStaked(
  context: ReadContext<BoosterContracts>,
  address: Address,
  rawAmount: bigint,
): Promise<Amount[]> {
  const of = { address, abi: poolAbi } as const;
  const [operator, staked] = await context.readOnce([
    { ...of, functionName: "operator" },
    { ...of, functionName: "stakingToken" },
  ]);
  const [pid] = await context.tryRead([{ ...of, functionName: "pid" }]);
  const [info] =
    pid === undefined
      ? []
      : await context.tryRead([{ address: operator, abi: boosterAbi, functionName: "poolInfo", args: [pid] }]);
  if (info === undefined || toLower(info[3]) !== address)
    return capToHeld(context, [address], [{ token: toLower(staked), rawAmount }]);
  return capToHeld(context, [toLower(info[2]), toLower(operator)], [{ token: toLower(info[0]), rawAmount }]);
}

/** The LP token's pool has it too. */
export async function readRewardPoolState(
  context: PoolContext<BoosterContracts>,
  address: Address,
  isToken: boolean,
): Promise<PoolState> {
  const [rawShares] = await context.read([{ address, abi: poolAbi, functionName: "totalSupply" }]);
  return {
    pool: { controller: address },
    name: "Farming",
    contracts: [address],
    supplies: rawShares === 0n ? [] : await readStaked(context, address, rawShares),
    rawShares,
    depositors: isToken ? { by: "receipt", token: address } : { by: "interaction", contract: address },
  };
}

/** Reward pools of all boosters that the owner stakes in or has earned from. */
export async function findStakes({ contracts, owner, read, readOnce, tryRead }: OwnerContext<BoosterContracts>) {
  const found = await Promise.all(
    contracts.boosters.map(async (address) => {
      const of = { address, abi: boosterAbi } as const;
      const [[length], own] = await Promise.all([
        read([{ ...of, functionName: "poolLength" }]),
        tryRead([
          { ...of, functionName: "lockRewards" },
          { ...of, functionName: "stakerRewards" },
        ]),
      ]);
      const infos = await readOnce(
        Array.from(
          { length: Number(length) },
          (_, pid) => ({ ...of, functionName: "poolInfo", args: [BigInt(pid)] }) as const,
        ),
      );
      return [...infos.map(([, , , rewards]) => rewards), ...own.flatMap((pool) => pool ?? [])];
    }),
  );
  const pools = found
    .flat()
    .map(toLower)
    .filter((pool) => pool !== ZERO_ADDRESS);
  const ofOwner = (functionName: "balanceOf" | "earned") =>
    tryRead(pools.map((address) => ({ address, abi: poolAbi, functionName, args: [owner] }) as const));
  const [stakes, earned] = await Promise.all([ofOwner("balanceOf"), ofOwner("earned")]);
  return pools.filter((_pool, index) => (stakes[index] ?? 0n) + (earned[index] ?? 0n) > 0n);
}

/** Whether it stakes something, as a reward pool does; the token that it stakes doesn't. */
export async function isRewardPool({ tryRead }: ReadContext<unknown>, address: Address): Promise<boolean> {
  const [staked] = await tryRead([{ address, abi: poolAbi, functionName: "stakingToken" }]);
  return staked !== undefined;
}

export const readRewardShares = ({ read }: ReadContext<unknown>, address: Address, owners: readonly Address[]) =>
  read(owners.map((owner) => ({ address, abi: poolAbi, functionName: "balanceOf", args: [owner] }) as const));
