import type { Address } from "viem";
import { AAVE_V3, aaveV3PoolAbi, aaveV3RewardsAbi, getReserve } from "../../contracts/aaveV3Table.ts";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { getToken } from "../../contracts/tokenTable.ts";
import { type Account, getAccount } from "../lendingBook.ts";
import { roundDown, toRawAmount, type World } from "../world.ts";
import type { Action } from "./action.ts";
import { ensureApproved } from "./erc20.ts";

const GAS = 800_000n;
const VARIABLE = 2;
/** Tokens that users supply and borrow. */
const SYMBOLS = ["WETH", "WBTC", "USDC", "DAI"] as const;
/** Of what is supplied; far from liquidation. */
const BORROWED_PER_CENT = 25;

export const supplyToAave: Action = {
  name: "supply to Aave",
  weight: 3,
  act(world, actor) {
    const symbol = world.random.pick(SYMBOLS);
    const wanted = world.random.magnitude(200, 40_000);
    return isFree(world, actor) && supply(world, actor, symbol, toRawAmount(world, getToken("eth", symbol), wanted));
  },
};

/** False if the actor's balance is too low. */
export function supply(world: World, actor: Address, symbol: string, rawAmount: bigint): boolean {
  const { token } = getReserve(symbol);
  const rounded = roundDown(rawAmount);
  if (rounded === 0n || world.ledger.get(actor, token) < rounded) return false;
  if (!ensureApproved(world, actor, token, AAVE_V3.pool)) return false;
  if (!send(world, actor, "supply", [token, rounded, actor, 0])) return false;
  world.ledger.debit(actor, token, rounded);
  getAccount(world.lending, actor, symbol).supplied += rounded;
  return true;
}

export const borrowFromAave: Action = {
  name: "borrow from Aave",
  weight: 2,
  act(world, actor) {
    const symbol = world.random.pick(SYMBOLS);
    const max = (sumUsd(world, actor, "supplied") * BORROWED_PER_CENT) / 100 - sumUsd(world, actor, "owed");
    if (!world.lending.isOpen || !isFree(world, actor) || max < 50) return false;
    const usd = max * world.random.float();
    return borrow(world, actor, symbol, toRawAmount(world, getToken("eth", symbol), usd));
  },
};

/** The caller ensures sufficient collateral. */
export function borrow(world: World, actor: Address, symbol: string, rawAmount: bigint): boolean {
  const { token } = getReserve(symbol);
  const rounded = roundDown(rawAmount);
  if (rounded === 0n || !send(world, actor, "borrow", [token, rounded, VARIABLE, 0, actor])) return false;
  world.ledger.credit(actor, token, rounded);
  getAccount(world.lending, actor, symbol).owed += rounded;
  return true;
}

export const repayAave: Action = {
  name: "repay Aave",
  weight: 1,
  act(world, actor) {
    const account = world.lending.accounts.find(({ owner, owed }) => owner === actor && owed > 0n);
    if (account === undefined || !isFree(world, actor)) return false;
    const { token } = getReserve(account.symbol);
    const part = (account.owed * BigInt(world.random.pick([20, 50, 100]))) / 100n;
    if (part === 0n || world.ledger.get(actor, token) < part) return false;
    if (!ensureApproved(world, actor, token, AAVE_V3.pool)) return false;
    if (!send(world, actor, "repay", [token, part, VARIABLE, actor])) return false;
    world.ledger.debit(actor, token, part);
    account.owed -= part;
    return true;
  },
};

/** A borrower leaves twice the required collateral. */
export const withdrawFromAave: Action = {
  name: "withdraw from Aave",
  weight: 1,
  act(world, actor) {
    const account = world.lending.accounts.find(({ owner, supplied }) => owner === actor && supplied > 0n);
    if (account === undefined || !isFree(world, actor)) return false;
    const part = (account.supplied * BigInt(world.random.pick([10, 40, 100]))) / 100n;
    const left = sumUsd(world, actor, "supplied") - toUsd(world, account.symbol, part);
    const owed = sumUsd(world, actor, "owed");
    if (part === 0n || (owed > 0 && left * BORROWED_PER_CENT < owed * 100 * 0.8)) return false;
    const { token } = getReserve(account.symbol);
    if (!send(world, actor, "withdraw", [token, part, actor])) return false;
    world.ledger.credit(actor, token, part);
    account.supplied -= part;
    return true;
  },
};

export const claimFromAave: Action = {
  name: "claim rewards of Aave",
  weight: 0.5,
  act(world, actor) {
    const { supplied } = getAccount(world.lending, actor, "USDC");
    if (supplied === 0n || !world.lending.isOpen || !isFree(world, actor)) return false;
    const data = encodeCall(aaveV3RewardsAbi, "claimAllRewardsToSelf", [[getReserve("USDC").aToken]]);
    return world.send({ from: actor, to: AAVE_V3.rewardsController, data, gas: GAS });
  },
};

const isFree = ({ chain, lending, timeAt }: World, actor: Address): boolean =>
  chain === "eth" && (lending.lastUsedAt.get(actor) ?? 0) < timeAt;

function send(world: World, actor: Address, functionName: string, args: readonly unknown[]): boolean {
  const data = encodeCall(aaveV3PoolAbi, functionName, args);
  if (!world.send({ from: actor, to: AAVE_V3.pool, data, gas: GAS })) return false;
  world.lending.lastUsedAt.set(actor, world.timeAt);
  return true;
}

const sumUsd = (world: World, actor: Address, field: "owed" | "supplied"): number =>
  world.lending.accounts
    .filter(({ owner }) => owner === actor)
    .reduce((sum, account: Account) => sum + toUsd(world, account.symbol, account[field]), 0);

function toUsd(world: World, symbol: string, rawAmount: bigint): number {
  const thousand = toRawAmount(world, getToken("eth", symbol), 1_000);
  return (Number(rawAmount) / Number(thousand)) * 1_000;
}
