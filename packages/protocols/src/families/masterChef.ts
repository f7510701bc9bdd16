import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { AbiEvent } from "viem";
import type { Adapter, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolKey, PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { readStake } from "./staked.ts";
import type { StakeContracts } from "./staked.ts";
import { toLower } from "../toLower.ts";

/** A contract with indexed pools, each for one staked token, which all earn the same token. */
export interface Chef {
  address: Address;
  /** The reward token. */
  reward: Address;
  /** Its view of an owner's earned rewards. */
  pending: "pendingSushi" | "pendingCake" | "pendingReward";
  /** 1: `poolInfo` names the staked token, as in SushiSwap's first; 2: `lpToken` does. */
  generation: 1 | 2;
  /** Pools may pay other tokens through a second contract: SushiSwap's MasterChefV2 and MiniChefV2. */
  hasRewarders?: boolean;
}

export interface MasterChefContracts extends StakeContracts {
  chefs?: readonly Chef[];
}

/** @see "MasterChef of @sushiswap/core; MasterChefV2 and MiniChefV2 of SushiSwap" */
const chefAbi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function poolInfo(uint256 pid) view returns (address lpToken)",
  "function lpToken(uint256 pid) view returns (address)",
  "function rewarder(uint256 pid) view returns (address)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount)",
  "function pendingSushi(uint256 pid, address user) view returns (uint256)",
  "function pendingCake(uint256 pid, address user) view returns (uint256)",
  "function pendingReward(uint256 pid, address user) view returns (uint256)",
]);

const rewarderAbi = parseAbi([
  "function pendingTokens(uint256 pid, address user, uint256 amount) view returns (address[] tokens, uint256[] amounts)",
]);

const [deposit, depositFor] = parseAbi([
  "event Deposit(address indexed user, uint256 indexed pid, uint256 amount)",
  "event Deposit(address indexed user, uint256 indexed pid, uint256 amount, address indexed to)",
]) as readonly AbiEvent[] as readonly [AbiEvent, AbiEvent];

export const masterChefFamily = {
  signals({ chefs = [] }: MasterChefContracts) {
    const emitters = chefs.map(({ address }) => address);
    return {
      events: [
        { event: deposit, emitters, owners: ["user"], key: "pid" },
        { event: depositFor, emitters, owners: ["to"], key: "pid" },
      ],
    };
  },

  async listPositions(context: OwnerContext<MasterChefContracts>) {
    const farms = await Promise.all((context.contracts.chefs ?? []).map((chef) => listFarms(context, chef)));
    const found = await Promise.all(farms.flat().map((farm) => readFarm(context, farm)));
    return found.flat();
  },

  async listPools(context: PoolContext<MasterChefContracts>) {
    if (context.isContinued) return [];
    const pools = await Promise.all(
      (context.contracts.chefs ?? []).map(async (chef) => {
        const ids = await unlessUnread(listPoolIds(context, chef), []);
        return Promise.all(ids.map((pid) => unlessUnread(readPool(context, { chef, pid }), [])));
      }),
    );
    return pools.flat(2);
  },

  readShares: (
    { read }: ReadContext<MasterChefContracts>,
    { controller, index }: PoolKey,
    owners: readonly Address[],
  ) =>
    read(
      owners.map(
        (owner) =>
          ({ address: controller, abi: chefAbi, functionName: "userInfo", args: [BigInt(index ?? 0), owner] }) as const,
      ),
    ),
} satisfies Partial<Adapter<MasterChefContracts>>;

interface Farm {
  chef: Chef;
  pid: bigint;
}

/** Pools that an owner deposited in; all pools if only part of the past is indexed. */
async function listFarms(context: OwnerContext<MasterChefContracts>, chef: Chef): Promise<Farm[]> {
  if (context.interactionsFrom === undefined) {
    const interacted = context.interactions.filter(({ contract }) => contract === chef.address);
    return interacted.map(({ key }) => ({ chef, pid: BigInt(key) }));
  }
  const ids = await unlessUnread(listPoolIds(context, chef), []);
  const of = { address: chef.address, abi: chefAbi } as const;
  const [amounts, pendings] = await Promise.all([
    context.read(ids.map((pid) => ({ ...of, functionName: "userInfo", args: [pid, context.owner] }) as const)),
    context.tryRead(ids.map((pid) => ({ ...of, functionName: chef.pending, args: [pid, context.owner] }) as const)),
  ]);
  const has = (index: number): boolean => (amounts[index] ?? 0n) + (pendings[index] ?? 0n) > 0n;
  return ids.flatMap((pid, index) => (has(index) ? [{ chef, pid }] : []));
}

async function listPoolIds({ read }: ReadContext<unknown>, { address }: Chef): Promise<bigint[]> {
  const [length] = await read([{ address, abi: chefAbi, functionName: "poolLength" }]);
  return Array.from({ length: Number(length) }, (_, index) => BigInt(index));
}

async function readFarm(context: OwnerContext<MasterChefContracts>, farm: Farm): Promise<Position[]> {
  const { chef, pid } = farm;
  const { owner } = context;
  const of = { address: chef.address, abi: chefAbi, args: [pid, owner] } as const;
  const [[rawAmount], [pending], [token], [rewarder]] = await Promise.all([
    context.read([{ ...of, functionName: "userInfo" }]),
    context.tryRead([{ ...of, functionName: chef.pending }]),
    context.read([stakedToken(farm)]),
    chef.hasRewarders ? context.tryRead([{ ...of, functionName: "rewarder", args: [pid] }]) : [undefined],
  ]);
  const earned = pending ?? 0n;
  const [others, stake] = await Promise.all([
    rewarder === undefined ? [] : readOthers(context, { ...farm, rewarder, earned }),
    rawAmount === 0n ? undefined : readStake(context, { token: toLower(token), rawAmount }),
  ]);
  const rewards = [{ token: chef.reward, rawAmount: earned }, ...others].filter((reward) => reward.rawAmount > 0n);
  const pool = { controller: chef.address, index: String(pid) };
  if (stake !== undefined) {
    const name = toLower(token) === chef.reward ? "Staked" : "Farming";
    return [{ name, detail: { type: "common", supplies: stake.supplies, rewards }, pool }];
  }
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

const stakedToken = ({ chef, pid }: Farm) =>
  ({
    address: chef.address,
    abi: chefAbi,
    functionName: chef.generation === 1 ? "poolInfo" : "lpToken",
    args: [pid],
  }) as const;

interface Rewarded extends Farm {
  rewarder: Address;
  earned: bigint;
}

/** Additional rewards of a pool; rewarders are untrusted contracts, and one that fails pays nothing. */
async function readOthers(
  { owner, tryRead }: OwnerContext<unknown>,
  { pid, rewarder, earned }: Rewarded,
): Promise<Amount[]> {
  if (BigInt(rewarder) === 0n) return [];
  const call = {
    address: rewarder,
    abi: rewarderAbi,
    functionName: "pendingTokens",
    args: [pid, owner, earned],
  } as const;
  const [[tokens, amounts] = [[], []]] = await tryRead([call]);
  return tokens.map((token, index) => ({ token: toLower(token), rawAmount: amounts[index] ?? 0n }));
}

/** Empty if the staked token is the reward token: stakes and unpaid rewards can't be separated. */
async function readPool(context: PoolContext<MasterChefContracts>, farm: Farm): Promise<PoolState[]> {
  const { chef, pid } = farm;
  const [token] = await context.read([stakedToken(farm)]);
  if (toLower(token) === chef.reward) return [];
  const balance = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [chef.address] } as const;
  const [rawShares = 0n] = await context.tryRead([balance]);
  if (rawShares === 0n) return [];
  const { supplies, isOwnPair } = await readStake(context, { token: toLower(token), rawAmount: rawShares });
  return [
    {
      pool: { controller: chef.address, index: String(pid) },
      name: "Farming",
      contracts: [chef.address],
      supplies,
      rawShares,
      depositors: { by: "interaction", contract: chef.address, key: `0x${pid.toString(16)}` },
      ...(isOwnPair && { isNested: true }),
    },
  ];
}
