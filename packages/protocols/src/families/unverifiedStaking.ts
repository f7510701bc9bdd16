import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { AbiEvent } from "viem";
import type { Adapter, ForkIdentity, OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { RoleAddresses } from "../family.ts";
import type { Amount, PoolKey, PoolState, Position } from "../position.ts";
import { unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import type { Chef } from "./chef.ts";
import { readHeldStake } from "./heldStake.ts";
import { masterChefFamily } from "./masterChef.ts";
import { readStake } from "./staked.ts";
import type { StakeContracts } from "./staked.ts";
import { evictStakingShape, findStakingShape, isReceipt, stakingAbi } from "./stakingShape.ts";
import type { RewardViews, Staking, StakingShape } from "./stakingShape.ts";

/** Staking contracts whose code nobody verified: each is read by its shape, up to the balances that it has. */
export interface UnverifiedStakingContracts extends StakeContracts {
  stakings: readonly Staking[];
}

const stakedEvents = parseAbi([
  "event Staked(address indexed user, uint256 amount)",
  "event Stake(address indexed user, uint256 amount)",
  "event Deposit(address indexed user, uint256 amount)",
  "event Deposited(address indexed user, uint256 amount)",
  "event Staked(address indexed user, uint256 amount, uint256 total, bytes data)",
  "event Deposit(address indexed user, uint256 value, uint256 indexed locktime, int128 type, uint256 ts)",
]) as readonly AbiEvent[];

export const unverifiedStakingFamily = {
  readsUntrusted: true,
  isUnverified: true,

  signals({ stakings }: UnverifiedStakingContracts) {
    const emitters = stakings.map(({ address }) => address);
    return {
      events: [
        ...stakedEvents.map((event) => ({ event, emitters, owners: ["user"] })),
        ...masterChefFamily.signals({ chefs: stakings.map(toChef) }).events,
      ],
    };
  },

  /** Shares of what a contract holds, and stakes that are themselves tokens, are receipts. */
  async identifyForks(
    context: ReadContext<readonly UnverifiedStakingContracts[]>,
    candidates: readonly Address[],
  ): Promise<Map<Address, ForkIdentity>> {
    const wanted = new Set(candidates);
    const listed = context.contracts.flatMap(({ stakings }, fork) => stakings.map((staking) => ({ fork, staking })));
    const met = listed.filter(({ staking }) => wanted.has(staking.address));
    const shapes = await Promise.all(met.map(({ staking }) => findStakingShape(context, staking)));
    const receipts = met.filter((_one, index) => isReceipt(shapes[index]));
    return new Map(receipts.map(({ fork, staking }) => [staking.address, { fork, identity: "receipt" }]));
  },

  async listPositions(context: OwnerContext<UnverifiedStakingContracts>) {
    const { contracts, interactions, interactionsFrom, receipts } = context;
    const met = new Set([...interactions.map(({ contract }) => contract), ...receipts]);
    const found = await Promise.all(
      contracts.stakings.map(async (staking) => {
        const isMet =
          met.has(staking.address) || (interactionsFrom !== undefined && (await hasStake(context, staking)));
        return isMet ? readStaking(context, staking) : [];
      }),
    );
    return found.flat();
  },

  async unwrap(context: ReadContext<UnverifiedStakingContracts>, { token: address, rawAmount: rawShare }: Amount) {
    const staking = context.contracts.stakings.find((one) => one.address === address);
    const shape = staking && (await findStakingShape(context, staking));
    if (shape === undefined || shape.kind === "chef" || !isReceipt(shape))
      return [{ token: address, rawAmount: rawShare }];
    const { token } = shape;
    if (shape.kind !== "bar") return readHeldStake(context, address, { token, rawAmount: rawShare });
    return [{ token, rawAmount: toBarAmount(rawShare, await readBarTotals(context, address, token)) }];
  },

  async listPools(context: PoolContext<UnverifiedStakingContracts>) {
    if (context.isContinued) return [];
    const pools = context.contracts.stakings.map((staking) => unlessUnread(listStakingPools(context, staking), []));
    return (await Promise.all(pools)).flat();
  },

  async readShares(
    context: ReadContext<UnverifiedStakingContracts>,
    pool: PoolKey,
    owners: readonly Address[],
  ): Promise<bigint[]> {
    const staking = context.contracts.stakings.find(({ address }) => address === pool.controller);
    const shape = staking && (await findStakingShape(context, staking));
    if (shape === undefined) return owners.map(() => 0n);
    if (shape.kind === "chef") return masterChefFamily.readShares(context, pool, owners);
    return readAmounts(context, { address: pool.controller, shape, owners });
  },

  async check(context: ReadContext<UnverifiedStakingContracts>): Promise<string | undefined> {
    const shapes = await Promise.all(context.contracts.stakings.map((staking) => findStakingShape(context, staking)));
    return shapes.some((shape) => shape !== undefined) ? undefined : "staking has no known shape";
  },
} satisfies Partial<Adapter<UnverifiedStakingContracts>>;

/** A row's contracts: the tokens are those of its only staking contract. */
export const toStakings = ({ staking = [], token = [] }: RoleAddresses): UnverifiedStakingContracts => ({
  stakings: staking.map((address) => ({ address, tokens: staking.length === 1 ? token : [] })),
});

const chefs = new WeakMap<Staking, Chef>();

/** The staking contract as a chef: the same object each time, because what is found of a chef is cached by it. */
function toChef(staking: Staking): Chef {
  const chef = chefs.get(staking) ?? { address: staking.address, isUnverified: true };
  chefs.set(staking, chef);
  return chef;
}

interface AmountQuery {
  address: Address;
  shape: Exclude<StakingShape, { kind: "chef" }>;
  owners: readonly Address[];
}

/** Stakes or shares of owners, as the contract reports them. */
async function readAmounts({ read }: ReadContext<unknown>, { address, shape, owners }: AmountQuery): Promise<bigint[]> {
  const of = { address, abi: stakingAbi } as const;
  if (shape.kind === "escrow") {
    const locks = await read(owners.map((owner) => ({ ...of, functionName: "locked", args: [owner] }) as const));
    return locks.map(([amount]) => (amount > 0n ? amount : 0n));
  }
  const functionName = shape.kind === "bar" ? "balanceOf" : shape.amount;
  return read(owners.map((owner) => ({ ...of, functionName, args: [owner] }) as const));
}

type Owned = OwnerContext<UnverifiedStakingContracts>;

/** Whether an owner has a stake from before the indexed blocks. Chefs have too many pools to search. */
async function hasStake(context: Owned, staking: Staking): Promise<boolean> {
  const shape = await findStakingShape(context, staking);
  if (shape === undefined || shape.kind === "chef") return false;
  const query = { address: staking.address, shape, owners: [context.owner] };
  const [amount = 0n] = await unlessUnread(readAmounts(context, query), []);
  return amount > 0n;
}

/** One that fails must not take the other parts of its protocol with it: its shape is found again at the next read. */
async function readStaking(context: Owned, staking: Staking): Promise<Position[]> {
  const positions = await unlessUnread(readByShape(context, staking), undefined);
  if (positions === undefined) evictStakingShape(staking);
  return positions ?? [];
}

async function readByShape(context: Owned, staking: Staking): Promise<Position[]> {
  const shape = await findStakingShape(context, staking);
  if (shape === undefined) return [];
  const reading = { context, address: staking.address };
  if (shape.kind === "chef") return readChef(context, staking);
  if (shape.kind === "escrow") return readEscrow(reading, shape.token);
  if (shape.kind === "bar") return readBar(reading, shape.token);
  return readFarm(reading, shape);
}

interface Reading {
  context: Owned;
  address: Address;
}

const readChef = (context: Owned, staking: Staking): Promise<Position[]> => {
  const interactions = context.interactions.filter(({ key }) => key !== "");
  return masterChefFamily.listPositions({ ...context, interactions, contracts: { chefs: [toChef(staking)] } });
};

async function readEscrow({ context, address }: Reading, token: Address): Promise<Position[]> {
  const call = { address, abi: stakingAbi, functionName: "locked", args: [context.owner] } as const;
  const [[rawAmount, end]] = await context.read([call]);
  if (rawAmount <= 0n) return [];
  const supplies = await readHeldStake(context, address, { token, rawAmount });
  if (supplies.length === 0) return [];
  const pool = { controller: address };
  return [{ name: "Locked", detail: { type: "locked", supplies, unlockAt: Number(end) }, pool }];
}

async function readBar({ context, address }: Reading, token: Address): Promise<Position[]> {
  const [[rawShare], totals] = await Promise.all([
    context.read([{ address, abi: stakingAbi, functionName: "balanceOf", args: [context.owner] }]),
    readBarTotals(context, address, token),
  ]);
  const rawAmount = toBarAmount(rawShare, totals);
  return rawAmount === 0n ? [] : toStake(address, (await readStake(context, { token, rawAmount })).supplies);
}

/** The number of its shares, and what it holds. */
const readBarTotals = ({ read }: ReadContext<unknown>, address: Address, token: Address) =>
  read([
    { address, abi: stakingAbi, functionName: "totalSupply" },
    { address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] },
  ]);

/** What leaving pays: the share's part of all that the bar holds. */
const toBarAmount = (rawShare: bigint, [rawSupply, rawHeld]: readonly [bigint, bigint]): bigint =>
  rawShare === 0n || rawShare > rawSupply ? 0n : (rawHeld * rawShare) / rawSupply;

type FarmShape = StakingShape & { kind: "farm" | "plain" };

async function readFarm({ context, address }: Reading, shape: FarmShape): Promise<Position[]> {
  const { token, amount } = shape;
  const reward = shape.kind === "farm" ? shape.reward : undefined;
  const [[rawAmount], rewards, [rawHeld = 0n]] = await Promise.all([
    context.read([{ address, abi: stakingAbi, functionName: amount, args: [context.owner] }]),
    reward === undefined ? [] : readRewards({ context, address }, reward),
    context.tryRead([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }]),
  ]);
  const isStake = rawAmount > 0n && (shape.kind === "farm" || rawAmount <= rawHeld);
  const supplies = isStake ? await readHeldStake(context, address, { token, rawAmount }) : [];
  const unstaked = rawHeld > rawAmount ? rawHeld - rawAmount : 0n;
  const payable = rewards.map((one) =>
    one.token === token && one.rawAmount > unstaked ? { token, rawAmount: unstaked } : one,
  );
  const paid = payable.filter((one) => one.rawAmount > 0n);
  return toStake(address, supplies, paid, reward !== undefined && reward.token !== token ? "Farming" : "Staked");
}

/** Up to what the contract has of the reward token. */
async function readRewards({ context, address }: Reading, { token, view }: RewardViews): Promise<Amount[]> {
  const [[earned = 0n], [held = 0n]] = await Promise.all([
    context.tryRead([{ address, abi: stakingAbi, functionName: view, args: [context.owner] }]),
    context.tryRead([{ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }]),
  ]);
  const rawAmount = earned < held ? earned : held;
  return rawAmount > 0n ? [{ token: toLower(token), rawAmount }] : [];
}

function toStake(
  controller: Address,
  supplies: Amount[],
  rewards: Amount[] = [],
  name: "Farming" | "Staked" = "Staked",
): Position[] {
  const pool = { controller };
  if (supplies.length > 0) return [{ name, detail: { type: "common", supplies, rewards }, pool }];
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

type Pooled = PoolContext<UnverifiedStakingContracts>;

async function listStakingPools(context: Pooled, staking: Staking): Promise<PoolState[]> {
  const shape = await findStakingShape(context, staking);
  if (shape === undefined) return [];
  if (shape.kind === "chef") return masterChefFamily.listPools({ ...context, contracts: { chefs: [toChef(staking)] } });
  const { address } = staking;
  const [rawHeld, rawSupply] = await readTotals(context, address, shape.token);
  const rawShares = countShares(shape, rawHeld, rawSupply);
  if (rawShares === undefined || rawShares === 0n) return [];
  const rawAmount = shape.kind === "bar" || rawHeld < rawShares ? rawHeld : rawShares;
  const { supplies } = await readStake(context, { token: shape.token, rawAmount });
  const depositors =
    shape.kind === "bar"
      ? ({ by: "receipt", token: address } as const)
      : ({ by: "interaction", contract: address } as const);
  const name = shape.kind === "escrow" ? "Locked" : "Staked";
  return [{ pool: { controller: address }, name, contracts: [address], supplies, rawShares, depositors }];
}

async function readTotals(
  { tryRead }: Pooled,
  address: Address,
  token: Address,
): Promise<[bigint, bigint | undefined]> {
  const [rawHeld = 0n, rawSupply] = await tryRead([
    { address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] },
    { address, abi: stakingAbi, functionName: "totalSupply" },
  ]);
  return [rawHeld, rawSupply];
}

/** Undefined if stakes and unpaid rewards of one token can't be separated. */
function countShares(shape: Exclude<StakingShape, { kind: "chef" }>, rawHeld: bigint, rawSupply: bigint | undefined) {
  if (shape.kind === "bar") return rawSupply;
  if (shape.kind === "farm" && shape.amount === "balanceOf" && rawSupply !== undefined) return rawSupply;
  const isMixed = shape.kind === "farm" && shape.reward?.token === shape.token;
  return isMixed ? undefined : rawHeld;
}
