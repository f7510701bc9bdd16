import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext, ReadContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { capToHeld } from "./capToHeld.ts";
import { toLower } from "../toLower.ts";

/** Curve's and Balancer's gauges, of all versions. @see https://docs.curve.finance/liquidity-gauges-and-minting-crv/overview */
const gaugeAbi = parseAbi([
  "function lp_token() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function claimable_tokens(address owner) returns (uint256)",
  "function reward_tokens(uint256 index) view returns (address)",
  "function claimable_reward(address owner, address token) view returns (uint256)",
]);

const MAX_REWARDS = 8;

export interface Gauge {
  address: Address;
  /** What it pays by its weight. */
  emission?: Address | undefined;
  /** Of the first version: no token, and no other rewards. */
  isFirst?: boolean;
}

/** A stake of an LP token with what it has earned. */
export async function readGauge(
  context: OwnerContext<unknown>,
  { address, emission, isFirst = false }: Gauge,
): Promise<Position[]> {
  const { owner, read, readOnce, tryRead, trySimulate } = context;
  const of = { address, abi: gaugeAbi } as const;
  const [[lpToken], [rawAmount], [rawEmission], rewardTokens] = await Promise.all([
    readOnce([{ ...of, functionName: "lp_token" }]),
    read([{ ...of, functionName: "balanceOf", args: [owner] }]),
    trySimulate([{ ...of, functionName: "claimable_tokens", args: [owner] }]),
    isFirst
      ? []
      : tryRead(
          Array.from(
            { length: MAX_REWARDS },
            (_, index) => ({ ...of, functionName: "reward_tokens", args: [BigInt(index)] }) as const,
          ),
        ),
  ]);
  const tokens = rewardTokens.flatMap((token) =>
    token === undefined || token === ZERO_ADDRESS ? [] : [toLower(token)],
  );
  const staked = rawAmount === 0n ? [] : [{ token: toLower(lpToken), rawAmount }];
  const [supplies, claimable] = await Promise.all([
    capToHeld(context, [address], staked),
    tryRead(tokens.map((token) => ({ ...of, functionName: "claimable_reward", args: [owner, token] }) as const)),
  ]);
  const rewards: Amount[] = [
    ...(emission === undefined ? [] : [{ token: emission, rawAmount: rawEmission ?? 0n }]),
    ...tokens.map((token, index) => ({ token, rawAmount: claimable[index] ?? 0n })),
  ].filter((reward) => reward.rawAmount > 0n);
  const pool = { controller: address };
  if (supplies.length > 0) return [{ name: "Farming", detail: { type: "common", supplies, rewards }, pool }];
  return rewards.length === 0 ? [] : [{ name: "Rewards", detail: { type: "reward", rewards }, pool }];
}

/** A gauge's token is a share of an LP token, one to one. */
export async function unwrapGauge({ readOnce }: ReadContext<unknown>, { token, rawAmount }: Amount): Promise<Amount[]> {
  const [lpToken] = await readOnce([{ address: token, abi: gaugeAbi, functionName: "lp_token" }]);
  return [{ token: toLower(lpToken), rawAmount }];
}

type Unwrap<Contracts> = (context: ReadContext<Contracts>, receipt: Amount) => Promise<Amount[]>;

/** Everything staked in a gauge; the LP token's pool has it too. @param unwrap - Of an LP token that the protocol knows. */
export async function readGaugePool<Contracts>(
  context: PoolContext<Contracts>,
  { address, isFirst = false }: Gauge,
  unwrap: Unwrap<Contracts>,
): Promise<PoolState> {
  const of = { address, abi: gaugeAbi } as const;
  const [[named], [rawShares]] = await Promise.all([
    context.readOnce([{ ...of, functionName: "lp_token" }]),
    context.read([{ ...of, functionName: "totalSupply" }]),
  ]);
  const token = toLower(named);
  const [rawAmount] = await context.read([
    { address: token, abi: erc20Abi, functionName: "balanceOf", args: [address] },
  ]);
  const staked = { token, rawAmount };
  return {
    pool: { controller: address },
    name: "Farming",
    contracts: [address],
    supplies: context.known.includes(token) ? await unwrap(context, staked) : [staked],
    rawShares,
    isNested: true,
    depositors: isFirst ? { by: "interaction", contract: address } : { by: "receipt", token: address },
  };
}
