import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext, ReadContext } from "../adapter.ts";
import { checkResponse } from "./checkResponse.ts";
import type { Amount, PoolState, Position } from "../position.ts";
import { toLower } from "../toLower.ts";

/** A token that represents a growing amount of another one. */
export interface WrappedStake {
  token: Address;
  /** What it is redeemed for; undefined: its `asset()`. */
  asset?: Address;
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
  "function asset() view returns (address)",
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
  return held.flatMap(({ token }, index): Position[] => {
    const supplies = amounts.slice(index, index + 1).filter(({ rawAmount }) => rawAmount > 0n);
    if (supplies.length === 0) return [];
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
  return [await convert(context, stake, receipt.rawAmount)];
}

export async function listWrappedPools(context: Context, stakes: readonly WrappedStake[]): Promise<PoolState[]> {
  const totals = await context.read(
    stakes.map(({ token }) => ({ address: token, abi: stakeAbi, functionName: "totalSupply" }) as const),
  );
  const amounts = await Promise.all(stakes.map((stake, index) => convert(context, stake, totals[index] ?? 0n)));
  return stakes.map(({ token, isNested = false }, index) => ({
    pool: { controller: token },
    name: "Staked",
    contracts: [token],
    supplies: amounts.slice(index, index + 1),
    rawShares: totals[index] ?? 0n,
    depositors: { by: "receipt", token },
    ...(isNested && { isNested }),
  }));
}

async function convert(context: Context, stake: WrappedStake, rawAmount: bigint): Promise<Amount> {
  const [token, converted] = await Promise.all([readAsset(context, stake), readConverted(context, stake, rawAmount)]);
  return { token, rawAmount: converted };
}

async function readAsset({ readOnce }: Context, { token, asset }: WrappedStake): Promise<Address> {
  if (asset !== undefined) return asset;
  const [read] = await readOnce([{ address: token, abi: stakeAbi, functionName: "asset" }]);
  return toLower(read);
}

async function readConverted(
  { read }: Context,
  { token, asset = token, rate }: WrappedStake,
  rawAmount: bigint,
): Promise<bigint> {
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
