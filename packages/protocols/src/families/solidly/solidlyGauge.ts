import { erc20Abi, min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi, parseAbiItem } from "viem";
import type { EventSignal, OwnerContext, PoolContext, ReadContext } from "../../adapter.ts";
import type { Amount, PoolState, Position } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { readSolidlyPair, toPairShare } from "./solidlyPair.ts";

/** Names of Velodrome V2, of Solidly, and of Thena. */
const gaugeAbi = parseAbi([
  "function stakingToken() view returns (address)",
  "function stake() view returns (address)",
  "function TOKEN() view returns (address)",
  "function rewardToken() view returns (address)",
  "function rewardsListLength() view returns (uint256)",
  "function rewards(uint256 index) view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function earned(address owner) view returns (uint256)",
  "function earned(address token, address owner) view returns (uint256)",
]);

export const gaugeSignals: readonly EventSignal[] = [
  {
    event: parseAbiItem("event Deposit(address indexed from, address indexed to, uint256 amount)"),
    emitters: "identified",
    owners: ["to"],
  },
  {
    event: parseAbiItem("event Deposit(address indexed from, uint256 tokenId, uint256 amount)"),
    emitters: "identified",
    owners: ["from"],
  },
];

/** Of Ramses and Thena: farms of many kinds emit it, too, and every wrapped coin. */
export const plainDeposit: EventSignal = {
  event: parseAbiItem("event Deposit(address indexed user, uint256 amount)"),
  emitters: "identified",
  owners: ["user"],
};

const MAX_REWARDS = 16;

/** The token that a gauge stakes; undefined if it is none. */
export async function findStaked({ tryRead }: ReadContext<unknown>, address: Address): Promise<Address | undefined> {
  const of = { address, abi: gaugeAbi } as const;
  const named = await tryRead([
    { ...of, functionName: "stakingToken" },
    { ...of, functionName: "stake" },
    { ...of, functionName: "TOKEN" },
  ]);
  const staked = named.find((token) => token !== undefined);
  return staked && toLower(staked);
}

/** A stake and what it has earned, as far as the gauge holds both. */
export async function readSolidlyGauge(context: OwnerContext<unknown>, address: Address): Promise<Position[]> {
  const { owner, read } = context;
  const of = { address, abi: gaugeAbi } as const;
  const [staked, [rawStaked], rewards] = await Promise.all([
    findStaked(context, address),
    read([{ ...of, functionName: "balanceOf", args: [owner] }]),
    readRewards(context, address),
  ]);
  if (staked === undefined) return [];
  const [[rawHeld], pair] = await Promise.all([
    read([{ address: staked, abi: erc20Abi, functionName: "balanceOf", args: [address] }]),
    readSolidlyPair(context, staked),
  ]);
  const rawShare = min(rawStaked, rawHeld);
  const pool = { controller: address };
  if (rawShare === 0n)
    return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
  return [{ name: "Farming", detail: { type: "common", supplies: toPairShare(pair, rawShare), rewards }, pool }];
}

async function readRewards(context: OwnerContext<unknown>, address: Address): Promise<Amount[]> {
  const { owner, tryRead } = context;
  const of = { address, abi: gaugeAbi } as const;
  const [single, count] = await tryRead([
    { ...of, functionName: "rewardToken" },
    { ...of, functionName: "rewardsListLength" },
  ]);
  const listed = await tryRead(
    Array.from(
      { length: single === undefined ? Math.min(Number(count ?? 0n), MAX_REWARDS) : 0 },
      (_, index) => ({ ...of, functionName: "rewards", args: [BigInt(index)] }) as const,
    ),
  );
  const tokens = single === undefined ? listed.flatMap((token) => token ?? []) : [single];
  const [earned, held] = await Promise.all([
    tryRead(
      tokens.map((token) =>
        single === undefined
          ? ({ ...of, functionName: "earned", args: [token, owner] } as const)
          : ({ ...of, functionName: "earned", args: [owner] } as const),
      ),
    ),
    tryRead(
      tokens.map((token) => ({ address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] }) as const),
    ),
  ]);
  return tokens
    .map((token, index) => ({ token: toLower(token), rawAmount: min(earned[index] ?? 0n, held[index] ?? 0n) }))
    .filter(({ rawAmount }) => rawAmount > 0n);
}

/** The pair has its shares' tokens too. */
export async function readGaugeState(
  context: PoolContext<unknown>,
  address: Address,
  staked: Address,
): Promise<PoolState> {
  const [[rawShares, rawHeld], pair] = await Promise.all([
    context.read([
      { address, abi: gaugeAbi, functionName: "totalSupply" },
      { address: staked, abi: erc20Abi, functionName: "balanceOf", args: [address] },
    ]),
    readSolidlyPair(context, staked),
  ]);
  return {
    pool: { controller: address },
    name: "Farming",
    contracts: [address],
    supplies: toPairShare(pair, min(rawShares, rawHeld)),
    rawShares,
    isNested: true,
    depositors: { by: "interaction", contract: address },
  };
}

export const readGaugeShares = ({ read }: ReadContext<unknown>, address: Address, owners: readonly Address[]) =>
  read(owners.map((owner) => ({ address, abi: gaugeAbi, functionName: "balanceOf", args: [owner] }) as const));
