import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { AbiEvent } from "viem";
import type { Adapter, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolKey, PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import type { Chef, Farm } from "./chef.ts";
import { readStakedToken } from "./chefPool.ts";
import { capRewards, findReward, readChefRewards } from "./chefRewards.ts";
import { readHeldStake } from "./heldStake.ts";
import { readStake } from "./staked.ts";
import type { StakeContracts } from "./staked.ts";
import { toLower } from "../toLower.ts";

export interface MasterChefContracts extends StakeContracts {
  chefs?: readonly Chef[];
}

/** @see "MasterChef of @sushiswap/core; MasterChefV2 and MiniChefV2 of SushiSwap" */
const chefAbi = parseAbi([
  "function poolLength() view returns (uint256)",
  "function rewarder(uint256 pid) view returns (address)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount)",
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
    const found = await Promise.all(
      farms.flat().map((farm) => {
        const reading = readFarm(context, farm);
        return farm.chef.isUnverified ? unlessUnread(reading, []) : reading; // of another form
      }),
    );
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

/** Pools that an owner deposited in; all pools of a verified chef if only part of the past is indexed. */
async function listFarms(context: OwnerContext<MasterChefContracts>, chef: Chef): Promise<Farm[]> {
  if (context.interactionsFrom === undefined || chef.isUnverified) {
    const interacted = context.interactions.filter(({ contract }) => contract === chef.address);
    return interacted.map(({ key }) => ({ chef, pid: BigInt(key) }));
  }
  const ids = await unlessUnread(listPoolIds(context, chef), []);
  const of = { address: chef.address, abi: chefAbi } as const;
  const [amounts, pendings] = await Promise.all([
    context.read(ids.map((pid) => ({ ...of, functionName: "userInfo", args: [pid, context.owner] }) as const)),
    Promise.all(ids.map((pid) => readChefRewards(context, { chef, pid }))),
  ]);
  const has = (index: number): boolean => (amounts[index] ?? 0n) + (pendings[index]?.[0]?.rawAmount ?? 0n) > 0n;
  return ids.flatMap((pid, index) => (has(index) ? [{ chef, pid }] : []));
}

/** An unverified chef may claim any number. */
const MAX_POOLS = 2_000;

async function listPoolIds({ read }: ReadContext<unknown>, { address }: Chef): Promise<bigint[]> {
  const [length] = await read([{ address, abi: chefAbi, functionName: "poolLength" }]);
  return Array.from({ length: Math.min(Number(length), MAX_POOLS) }, (_, index) => BigInt(index));
}

async function readFarm(context: OwnerContext<MasterChefContracts>, farm: Farm): Promise<Position[]> {
  const { chef, pid } = farm;
  const of = { address: chef.address, abi: chefAbi } as const;
  const [[rawAmount], claimed, token, [rewarder]] = await Promise.all([
    context.read([{ ...of, functionName: "userInfo", args: [pid, context.owner] }]),
    readChefRewards(context, farm),
    readStakedToken(context, farm),
    chef.hasRewarders ? context.tryRead([{ ...of, functionName: "rewarder", args: [pid] }]) : [undefined],
  ]);
  const earned = claimed[0]?.rawAmount ?? 0n;
  const [others, stake, paid] = await Promise.all([
    rewarder === undefined ? [] : readOthers(context, { ...farm, rewarder, earned }),
    rawAmount === 0n ? undefined : readChefStake(context, farm, { token, rawAmount }),
    chef.isUnverified ? capRewards(context, farm, { claims: claimed, stake: { token, rawAmount } }) : claimed,
  ]);
  const rewards = [...paid, ...others].filter((reward) => reward.rawAmount > 0n);
  const pool = { controller: chef.address, index: String(pid) };
  if (stake !== undefined && stake.length > 0) {
    const name = token === (chef.reward ?? claimed[0]?.token) ? "Staked" : "Farming";
    return [{ name, detail: { type: "common", supplies: stake, rewards }, pool }];
  }
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

/** The assets of a stake; of a chef that nobody verified, up to the chef's balance of the staked token. */
async function readChefStake(context: ReadContext<StakeContracts>, { chef }: Farm, staked: Amount): Promise<Amount[]> {
  if (!chef.isUnverified) return (await readStake(context, staked)).supplies;
  return readHeldStake(context, chef.address, staked);
}

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

/** Empty if the staked token is, or may be, the reward token: stakes and unpaid rewards can't be separated. */
async function readPool(context: PoolContext<MasterChefContracts>, farm: Farm): Promise<PoolState[]> {
  const { chef, pid } = farm;
  const [token, reward] = await Promise.all([readStakedToken(context, farm), findReward(context, farm)]);
  if (reward === undefined || token === reward) return [];
  const balance = { address: token, abi: erc20Abi, functionName: "balanceOf", args: [chef.address] } as const;
  const [rawShares = 0n] = await context.tryRead([balance]);
  if (rawShares === 0n) return [];
  const { supplies, isOwnPair } = await readStake(context, { token, rawAmount: rawShares });
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

/** What is wrong with the first chef that does not respond as one. */
export async function checkChefs(context: ReadContext<MasterChefContracts>): Promise<string | undefined> {
  const failures = await Promise.all((context.contracts.chefs ?? []).map((chef) => checkChef(context, chef)));
  return failures.find((failure) => failure !== undefined);
}

async function checkChef(context: ReadContext<unknown>, chef: Chef): Promise<string | undefined> {
  const { address } = chef;
  const [[length, amount], token] = await Promise.all([
    context.tryRead([
      { address, abi: chefAbi, functionName: "poolLength" },
      { address, abi: chefAbi, functionName: "userInfo", args: [0n, address] },
    ]),
    unlessUnread(readStakedToken(context, { chef, pid: 0n }), undefined),
  ]);
  if (length === undefined) return `poolLength() of ${address} does not respond`;
  if (length === 0n) return undefined;
  if (amount === undefined) return `userInfo() of ${address} does not respond`;
  return token === undefined ? `no known view of ${address} names the token of a pool` : undefined;
}
