import { erc20Abi } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../adapter.ts";
import type { Amount } from "../position.ts";
import { toLower } from "../toLower.ts";
import type { Farm } from "./chef.ts";

/** Views of pending rewards that forks of MasterChef have; others are named after their token: `pendingCake`. */
const PENDING_VIEWS = [
  "pendingReward",
  "pendingRewards",
  "pendingSushi",
  "pendingCake",
  "pendingToken",
  "pending",
  "pendingEgg",
  "pendingJoe",
  "claimableReward",
  "claimableRewards",
] as const;

/** Views of the reward token. */
const REWARD_VIEWS = ["sushi", "cake", "egg", "joe", "rewardToken", "rewardsToken", "REWARD_TOKEN", "reward"] as const;

const rewardAbi = parseAbi([
  "function sushi() view returns (address)",
  "function cake() view returns (address)",
  "function egg() view returns (address)",
  "function joe() view returns (address)",
  "function rewardToken() view returns (address)",
  "function rewardsToken() view returns (address)",
  "function REWARD_TOKEN() view returns (address)",
  "function reward() view returns (address)",
  "function owner() view returns (address)",
]);

const BONUS_VIEW = "pendingTokens";

/** @see "MasterChefJoeV2 of @traderjoe-xyz/core" */
const bonusAbi = parseAbi([
  "function pendingTokens(uint256 pid, address user) view returns (uint256 amount, address bonusToken, string bonusSymbol, uint256 bonus)",
  "function poolInfo(uint256 pid) view returns (address lpToken, uint256 accPerShare, uint256 lastRewardAt, uint256 allocPoint, address rewarder)",
  "function MCJ() view returns (address chef)",
]);

/** A view with the interface of `pendingSushi`; its type stands for every name. */
const pendingView = (name: string) => {
  const functionName = name as "pending";
  const abi = [
    {
      type: "function",
      name: functionName,
      stateMutability: "view",
      inputs: [
        { name: "pid", type: "uint256" },
        { name: "user", type: "address" },
      ],
      outputs: [{ name: "amount", type: "uint256" }],
    },
  ] as const;
  return { abi, functionName } as const;
};

/** What was found of a chef by trying names: it does not change. */
const views = new WeakMap<Farm["chef"], string>();
const rewards = new WeakMap<Farm["chef"], Address>();

/** Pending rewards of an owner in a chef's pool; [] if no known view responds, or the token is unknown. */
export async function readChefRewards(context: OwnerContext<unknown>, farm: Farm): Promise<Claim[]> {
  const [token, pending] = await Promise.all([findReward(context, farm), readPending(context, farm)]);
  if (pending === undefined) return [];
  const { rawAmount, bonuses = [] } = pending;
  return token === undefined ? bonuses : [{ token, rawAmount }, ...bonuses];
}

/** What an owner has earned. */
export interface Claim extends Amount {
  /** The contract that pays it, as the chef reports; undefined: the chef. */
  rewarder?: Address;
}

interface Pending {
  /** Of the reward token. */
  rawAmount: bigint;
  bonuses?: Claim[];
}

async function readPending(context: OwnerContext<unknown>, farm: Farm): Promise<Pending | undefined> {
  const { chef } = farm;
  const view = chef.pending ?? views.get(chef);
  if (view === BONUS_VIEW) return readBonuses(context, farm);
  if (view !== undefined) return tryViews(context, farm, [view]);
  const [direct, several, symbol] = await Promise.all([
    tryViews(context, farm, PENDING_VIEWS),
    readBonuses(context, farm),
    findReward(context, farm).then((token) => token && readSymbol(context, token)),
  ]);
  return several ?? direct ?? tryViews(context, farm, listSymbolViews(symbol));
}

/** The first of these views that responds; the chef's from then on. */
async function tryViews(
  { owner, tryRead }: OwnerContext<unknown>,
  { chef, pid }: Farm,
  names: readonly string[],
): Promise<Pending | undefined> {
  const of = { address: chef.address, args: [pid, owner] } as const;
  const amounts = await tryRead(names.map((name) => ({ ...of, ...pendingView(name) }) as const));
  const index = amounts.findIndex((amount) => amount !== undefined);
  const [name, rawAmount] = [names[index], amounts[index]];
  if (name === undefined || rawAmount === undefined) return undefined;
  if (!views.has(chef)) views.set(chef, name);
  return { rawAmount };
}

async function readBonuses(
  { owner, tryRead }: OwnerContext<unknown>,
  { chef, pid }: Farm,
): Promise<Pending | undefined> {
  const of = { address: chef.address, abi: bonusAbi } as const;
  const [pending, pool] = await tryRead([
    { ...of, functionName: BONUS_VIEW, args: [pid, owner] },
    { ...of, functionName: "poolInfo", args: [pid] },
  ]);
  if (pending === undefined) return undefined;
  views.set(chef, BONUS_VIEW);
  const [rawAmount, token, , rawBonus] = pending;
  const rewarder = pool === undefined ? {} : { rewarder: toLower(pool[4]) };
  return { rawAmount, bonuses: rawBonus > 0n ? [{ token: toLower(token), rawAmount: rawBonus, ...rewarder }] : [] };
}

async function readSymbol({ tryRead }: ReadContext<unknown>, token: Address): Promise<string | undefined> {
  const [symbol] = await tryRead([{ address: token, abi: erc20Abi, functionName: "symbol" }]);
  return symbol;
}

/** "JOE": pendingJoe, pendingJOE, pendingjoe. */
function listSymbolViews(symbol = ""): string[] {
  const word = symbol.replaceAll(/\W/g, "");
  if (word === "") return [];
  const lower = word.toLowerCase();
  const capital = `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`;
  return [...new Set([capital, word, word.toUpperCase(), lower])].map((name) => `pending${name}`);
}

/** The reward token, if it is listed or a known view names it. */
export async function findReward({ tryRead }: ReadContext<unknown>, { chef }: Farm): Promise<Address | undefined> {
  const known = chef.reward ?? rewards.get(chef);
  if (known !== undefined) return known;
  const named = await tryRead(
    REWARD_VIEWS.map((functionName) => ({ address: chef.address, abi: rewardAbi, functionName }) as const),
  );
  const [first] = named.flatMap((token) => (token === undefined || BigInt(token) === 0n ? [] : [toLower(token)]));
  if (first !== undefined) rewards.set(chef, first);
  return first;
}

interface Claimed {
  claims: readonly Claim[];
  /** The owner's: it is not paid as a reward. */
  stake: Amount;
}

/**
 * Rewards of a chef that nobody verified: each up to the balance of the chef, or of a rewarder that names this chef. A
 * chef that owns its token mints what it pays.
 */
export async function capRewards({ tryRead }: ReadContext<unknown>, { chef }: Farm, { claims, stake }: Claimed) {
  const holders = claims.map(({ rewarder = chef.address }) => rewarder);
  const [balances, owners, chefs] = await Promise.all([
    tryRead(
      claims.map(
        ({ token }, index) =>
          ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [holders[index]!] }) as const,
      ),
    ),
    tryRead(claims.map(({ token }) => ({ address: token, abi: rewardAbi, functionName: "owner" }) as const)),
    tryRead(holders.map((address) => ({ address, abi: bonusAbi, functionName: "MCJ" }) as const)),
  ]);
  const isChef = (address: Address | undefined): boolean => address !== undefined && toLower(address) === chef.address;
  return claims.flatMap(({ token, rawAmount }, index): Amount[] => {
    const balance = isChef(holders[index]) || isChef(chefs[index]) ? (balances[index] ?? 0n) : 0n;
    const held = token === stake.token && isChef(holders[index]) ? balance - stake.rawAmount : balance;
    const paid = isChef(owners[index]) || rawAmount <= held ? rawAmount : held;
    return paid > 0n ? [{ token, rawAmount: paid }] : [];
  });
}
