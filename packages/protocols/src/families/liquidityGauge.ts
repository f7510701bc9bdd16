import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, PoolContext } from "../adapter.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { toLower } from "../toLower.ts";
import type { Unwind } from "./unwind.ts";

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
export async function readGauge<Contracts>(
  context: OwnerContext<Contracts>,
  { address, emission, isFirst = false }: Gauge,
  unwind: Unwind<Contracts>,
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
  const staked = { token: toLower(lpToken), rawAmount };
  const [supplies, claimable] = await Promise.all([
    rawAmount === 0n ? [] : unwind(context, staked),
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

/** Everything staked in a gauge; the LP token's pool has it too. */
export async function readGaugePool<Contracts>(
  context: PoolContext<Contracts>,
  { address, isFirst = false }: Gauge,
  unwind: Unwind<Contracts>,
): Promise<PoolState> {
  const of = { address, abi: gaugeAbi } as const;
  const [[lpToken], [rawShares]] = await Promise.all([
    context.readOnce([{ ...of, functionName: "lp_token" }]),
    context.read([{ ...of, functionName: "totalSupply" }]),
  ]);
  const [rawAmount] = await context.read([
    { address: lpToken, abi: erc20Abi, functionName: "balanceOf", args: [address] },
  ]);
  return {
    pool: { controller: address },
    name: "Farming",
    contracts: [address],
    supplies: await unwind(context, { token: toLower(lpToken), rawAmount }),
    rawShares,
    isNested: true,
    depositors: isFirst ? { by: "interaction", contract: address } : { by: "receipt", token: address },
  };
}
