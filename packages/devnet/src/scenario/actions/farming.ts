import type { Address, Hex } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import {
  MASTER_CHEF,
  masterChefAbi,
  masterChefPools,
  STAKED_PAIR,
  STAKING_REWARDS,
  stakingRewardsAbi,
} from "../../contracts/farms.ts";
import type { Farm, Stake } from "../farmBook.ts";
import type { KnownPool } from "../poolBook.ts";
import type { World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

const GAS = 500_000n;

const farms: readonly Farm[] = [
  { pair: STAKED_PAIR, pid: "staking rewards" },
  ...masterChefPools.map((pair, pid): Farm => ({ pair, pid: BigInt(pid) })),
];

/** Stakes half or all of a pair share that was read on an earlier day. */
export const stakeShare: Action = {
  name: "stake a V2 share",
  weight: 2,
  act(world, actor) {
    if (world.chain !== "eth") return false;
    const share = world.pools.shares.find(
      ({ owner, pool, rawAmount }) =>
        owner === actor && (rawAmount ?? 0n) > 1_000n && farms.some(({ pair }) => pair === pool.address),
    );
    if (share?.rawAmount === undefined) return false;
    const farm = world.random.pick(farms.filter(({ pair }) => pair === share.pool.address));
    const rawAmount = share.rawAmount / BigInt(world.random.int(1, 2));
    if (!stakeIn(world, actor, farm, share.pool, rawAmount)) return false;
    share.rawAmount = undefined;
    return true;
  },
};

/** Into the first farm of the pair, or the last one. */
export function stakeShareOf(
  world: World,
  actor: Address,
  pool: KnownPool,
  which: "first" | "last",
  rawAmount: bigint,
): void {
  const fitting = farms.filter(({ pair }) => pair === pool.address);
  const farm = which === "first" ? fitting.at(0) : fitting.at(-1);
  if (farm === undefined || !stakeIn(world, actor, farm, pool, rawAmount))
    throw new Error("No farm accepts this pair's shares");
}

function stakeIn(world: World, owner: Address, farm: Farm, pool: KnownPool, rawAmount: bigint): boolean {
  const known = world.stakes.find((stake) => stake.owner === owner && stake.farm === farm);
  if (known?.lastUsedAt === world.timeAt || !ensureApproved(world, owner, farm.pair, toContract(farm))) return false;
  const data =
    farm.pid === "staking rewards" ? encode("stake", [rawAmount]) : encodeChef("deposit", [farm.pid, rawAmount]);
  if (!world.send({ from: owner, to: toContract(farm), data, gas: GAS })) return false;
  if (known === undefined) world.stakes.push({ owner, farm, pool, rawAmount, lastUsedAt: world.timeAt });
  else Object.assign(known, { rawAmount: known.rawAmount + rawAmount, lastUsedAt: world.timeAt });
  return true;
}

export const unstakeShare: Action = {
  name: "unstake a V2 share",
  weight: 0.7,
  act(world, actor) {
    const stake = findStake(world, actor);
    if (stake === undefined) return false;
    const { farm } = stake;
    const part = (stake.rawAmount * BigInt(world.random.pick([25, 100]))) / 100n;
    const data = farm.pid === "staking rewards" ? encode("withdraw", [part]) : encodeChef("withdraw", [farm.pid, part]);
    if (part === 0n || !send(world, stake, data)) return false;
    stake.rawAmount -= part;
    const share = world.pools.shares.find(({ owner, pool }) => owner === actor && pool === stake.pool);
    if (share !== undefined) share.rawAmount = undefined; // read again on the next day
    return true;
  },
};

/** The MasterChef pays on any deposit, even of nothing. */
export const claimFromFarm: Action = {
  name: "claim from a farm",
  weight: 1,
  act(world, actor) {
    const stake = findStake(world, actor);
    if (stake === undefined) return false;
    const { pid } = stake.farm;
    return send(world, stake, pid === "staking rewards" ? encode("getReward", []) : encodeChef("deposit", [pid, 0n]));
  },
};

const findStake = ({ stakes, timeAt }: World, actor: Address): Stake | undefined =>
  stakes.find(({ owner, rawAmount, lastUsedAt }) => owner === actor && rawAmount > 0n && lastUsedAt < timeAt);

function send(world: World, stake: Stake, data: Hex): boolean {
  if (!world.send({ from: stake.owner, to: toContract(stake.farm), data, gas: GAS })) return false;
  stake.lastUsedAt = world.timeAt;
  return true;
}

const toContract = ({ pid }: Farm): Address => (pid === "staking rewards" ? STAKING_REWARDS : MASTER_CHEF);

const encode = (name: string, args: readonly unknown[]): Hex => encodeCall(stakingRewardsAbi, name, args);
const encodeChef = (name: string, args: readonly unknown[]): Hex => encodeCall(masterChefAbi, name, args);
