import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../adapter.ts";
import { checkResponse } from "./checkResponse.ts";
import type { Amount, PoolState, Position } from "../position.ts";

/** A token that represents a growing amount of another one. */
export interface WrappedStake {
  token: Address;
  /** What it is redeemed for. */
  asset: Address;
  /**
   * The token's view that converts an amount of it. `balanceOf`: it rebases, one to one. `held`: its share of what the
   * token's contract holds itself.
   */
  rate: "balanceOf" | "convertToAssets" | "getEETHByWeETH" | "getEthValue" | "held";
  /** What it stands for is in another of the protocol's tokens. */
  isNested?: boolean;
}

const stakeAbi = parseAbi([
  "function balanceOf(address owner) view returns (uint256)",
  "function totalSupply() view returns (uint256)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function getEETHByWeETH(uint256 amount) view returns (uint256)",
  "function getEthValue(uint256 amount) view returns (uint256)",
]);

type Context = ReadContext<unknown>;

/** For `check`. */
export const checkWrappedStakes = (context: Context, stakes: readonly WrappedStake[]): Promise<string | undefined> =>
  checkResponse(
    context,
    stakes.map(({ token, rate }) =>
      rate === "balanceOf" || rate === "held"
        ? { address: token, abi: stakeAbi, functionName: "totalSupply" }
        : { address: token, abi: stakeAbi, functionName: rate, args: [1n] },
    ),
  );

/** Those that the owner holds. Two stages. */
export async function listWrappedStakes(
  context: OwnerContext<unknown>,
  stakes: readonly WrappedStake[],
): Promise<Position[]> {
  const { owner, receipts, read } = context;
  const held = stakes.filter(({ token }) => receipts.includes(token));
  const balances = await read(
    held.map(({ token }) => ({ address: token, abi: stakeAbi, functionName: "balanceOf", args: [owner] }) as const),
  );
  const amounts = await Promise.all(held.map((stake, index) => convert(context, stake, balances[index] ?? 0n)));
  return held.flatMap(({ token, asset }, index): Position[] => {
    const rawAmount = amounts[index] ?? 0n;
    if (rawAmount === 0n) return [];
    const supplies = [{ token: asset, rawAmount }];
    return [{ name: "Staked", pool: { controller: token }, detail: { type: "common", supplies } }];
  });
}

/** What an amount of one of them stands for. */
export async function unwrapStake(
  context: Context,
  stakes: readonly WrappedStake[],
  receipt: Amount,
): Promise<Amount[]> {
  const stake = stakes.find(({ token }) => token === receipt.token);
  if (stake === undefined) return [receipt];
  return [{ token: stake.asset, rawAmount: await convert(context, stake, receipt.rawAmount) }];
}

export async function listWrappedPools(context: Context, stakes: readonly WrappedStake[]): Promise<PoolState[]> {
  const totals = await context.read(
    stakes.map(({ token }) => ({ address: token, abi: stakeAbi, functionName: "totalSupply" }) as const),
  );
  const amounts = await Promise.all(stakes.map((stake, index) => convert(context, stake, totals[index] ?? 0n)));
  return stakes.map(({ token, asset, isNested = false }, index) => ({
    pool: { controller: token },
    name: "Staked",
    contracts: [token],
    supplies: [{ token: asset, rawAmount: amounts[index] ?? 0n }],
    rawShares: totals[index] ?? 0n,
    depositors: { by: "receipt", token },
    ...(isNested && { isNested }),
  }));
}

async function convert({ read }: Context, { token, asset, rate }: WrappedStake, rawAmount: bigint): Promise<bigint> {
  if (rate === "balanceOf" || rawAmount === 0n) return rawAmount;
  if (rate !== "held") {
    const [converted] = await read([{ address: token, abi: stakeAbi, functionName: rate, args: [rawAmount] }]);
    return converted;
  }
  const [rawHeld, rawShares] = await read([
    { address: asset, abi: stakeAbi, functionName: "balanceOf", args: [token] },
    { address: token, abi: stakeAbi, functionName: "totalSupply" },
  ]);
  return rawShares === 0n ? 0n : (rawHeld * rawAmount) / rawShares;
}
