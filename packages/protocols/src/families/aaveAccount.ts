import type { Address } from "@portico/evm";
import { maxUint256, parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import type { Amount, Position, Supply } from "../position.ts";
import { readAaveCover } from "./aaveCover.ts";
import { readAaveRewards } from "./aaveRewards.ts";
import type { AaveMarket, AaveReserve, AaveVersion } from "./aaveVersion.ts";
import { toCovered } from "./cover.ts";

/** The same in V2 and V3. @see https://aave.com/docs/developers/smart-contracts/pool */
const poolAbi = parseAbi([
  "function getUserConfiguration(address user) view returns (uint256 data)",
  "function getUserAccountData(address user) view returns (uint256 collateral, uint256 debt, uint256 available, uint256 threshold, uint256 ltv, uint256 healthFactor)",
]);
const tokenAbi = parseAbi(["function balanceOf(address owner) view returns (uint256)"]);

export interface AaveAccount {
  market: AaveMarket;
  version: AaveVersion;
  /** Being read. */
  reserves: Promise<AaveReserve[]>;
  /** Controllers that a market of the same owner has read; it is added to. */
  controllers: Set<Address>;
}

/**
 * An owner's position in one market. Reads the tokens that the owner holds by the index, and those that the market
 * lists as
 * collateral or debt, in case they are older than the index.
 */
export async function readAaveAccount(
  context: OwnerContext<unknown>,
  { market, version, reserves: waiting, controllers }: AaveAccount,
): Promise<Position[]> {
  const [[bitmap], reserves] = await Promise.all([readBitmap(context, market), waiting]);
  const receipts = new Set(context.receipts);
  const tokens = reserves.flatMap((reserve) => [
    ...(receipts.has(reserve.aToken) || isCollateral(bitmap, reserve.id) ? [reserve.aToken] : []),
    ...listDebtTokens(reserve).filter((debt) => receipts.has(debt) || isBorrowed(bitmap, reserve.id)),
  ]);
  const [balances, healthRate, rewards, cap] = await Promise.all([
    readBalances(context, tokens),
    readHealth(context, market, bitmap),
    readAaveRewards(context, { market, version, reserves, tokens, controllers }),
    version.isCapped === true ? readAaveCover(context, reserves, tokens) : undefined,
  ]);
  const supplies = reserves.flatMap(({ id, asset, aToken }): Supply[] => {
    const balance = balances.get(aToken) ?? 0n;
    const rawAmount = toCovered(balance, cap?.get(aToken));
    return rawAmount === 0n ? [] : [{ token: asset, rawAmount, isCollateral: isCollateral(bitmap, id) }];
  });
  const borrows = reserves.flatMap((reserve): Amount[] => {
    const rawAmount = listDebtTokens(reserve).reduce((sum, debt) => sum + (balances.get(debt) ?? 0n), 0n);
    return rawAmount === 0n ? [] : [{ token: reserve.asset, rawAmount }];
  });
  const pool = { controller: market.pool };
  if (supplies.length + borrows.length > 0)
    return [{ name: "Lending", detail: { type: "lending", supplies, borrows, rewards, healthRate }, pool }];
  return rewards.length > 0 ? [{ name: "Rewards", detail: { type: "reward", rewards }, pool }] : [];
}

export const listDebtTokens = ({ stableDebt, variableDebt }: AaveReserve): Address[] =>
  stableDebt === undefined ? [variableDebt] : [stableDebt, variableDebt];

/** Two bits per reserve: borrowed, and used as collateral. */
const readBitmap = ({ read, owner }: OwnerContext<unknown>, { pool }: AaveMarket) =>
  read([{ address: pool, abi: poolAbi, functionName: "getUserConfiguration", args: [owner] }]);

const isBorrowed = (bitmap: bigint, id: number): boolean => ((bitmap >> BigInt(id * 2)) & 1n) === 1n;
const isCollateral = (bitmap: bigint, id: number): boolean => ((bitmap >> BigInt(id * 2 + 1)) & 1n) === 1n;
/** Every second bit of an account's configuration: what it borrowed. */
export const EVERY_BORROWED = BigInt(`0x${"5".repeat(64)}`);

async function readBalances({ read, owner }: OwnerContext<unknown>, tokens: readonly Address[]) {
  const balances = await read(
    tokens.map((address) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [owner] }) as const),
  );
  return new Map(tokens.map((token, index) => [token, balances[index] ?? 0n]));
}

/** The market's own, with its prices and the owner's e-mode; null without debt, or with a debt without a price. */
async function readHealth(
  { tryRead, owner }: OwnerContext<unknown>,
  { pool }: AaveMarket,
  bitmap: bigint,
): Promise<number | null> {
  if ((bitmap & EVERY_BORROWED) === 0n) return null;
  const [account] = await tryRead([{ address: pool, abi: poolAbi, functionName: "getUserAccountData", args: [owner] }]);
  return account === undefined || account[5] === maxUint256 ? null : Number(account[5]) / 1e18;
}
