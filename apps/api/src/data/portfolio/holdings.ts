import type { UserToken } from "@portico/contract";
import { toAmount } from "@portico/evm";
import { ReadBalance, type Balance } from "@portico/store";
import { renderList } from "../../serialize.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

/** What an owner has of a token. */
export class Holding {
  readonly entry: TokenEntry;
  /** Of the exact amount in base units, decimal. */
  readonly digits: string;
  readonly amount: number;
  readonly usdValue: number;

  /** The one place where an amount is multiplied by a price, so that a list and a total never disagree. */
  constructor(entry: TokenEntry, digits: string) {
    this.entry = entry;
    this.digits = digits;
    this.amount = toAmount(digits, entry.decimals);
    this.usdValue = this.amount * entry.price;
  }

  get rawAmount(): bigint {
    return BigInt(this.digits);
  }
}

export const createHolding = (entry: TokenEntry, rawAmount: bigint): Holding =>
  new Holding(entry, rawAmount.toString());

interface Read {
  readonly balances: readonly (Balance | ReadBalance)[];
}

/** What an owner has on one synced chain, in any order: what a contract shows of the native coin is the coin, and there once. */
export async function listHoldings(tokens: TokenTable, { chain }: SyncedChain, read: Read): Promise<Holding[]> {
  const balances = read.balances.filter((one) => one.chain === chain.id && one.token !== chain.nativeErc20);
  const addresses = balances.map(({ token }) => token);
  const entries = await tokens.resolve(chain, addresses);
  return entries.map((entry, index) => new Holding(entry, digitsOf(balances[index])));
}

const digitsOf = (balance: Balance | ReadBalance | undefined): string =>
  balance instanceof ReadBalance ? balance.digits : String(balance?.rawAmount ?? 0n);

/** Most valuable first, then by id, then by chain: the same contract may stand on several. */
export const byValue = (a: Holding, b: Holding): number =>
  b.usdValue - a.usdValue || compare(a.entry.id, b.entry.id) || compare(a.entry.chainSlug, b.entry.chainSlug);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The net value of a chain: what protocols issued for deposits and debts is left out, since positions count it. The largest
 * are added first, so that the last digit does not depend on the order they were read in.
 */
export function sumUsdValue(holdings: readonly Holding[]): number {
  const values: number[] = [];
  for (const { entry, usdValue } of holdings) if (!entry.isDerived) values.push(usdValue);
  return values.toSorted((a, b) => b - a).reduce((sum, value) => sum + value, 0);
}

/** By value; see byValue. @param isAll - False leaves out what protocols issue for deposits and debts. */
export function wireHoldings(holdings: readonly Holding[], isAll: boolean): UserToken[] {
  const shown = isAll ? holdings : holdings.filter(({ entry }) => !entry.isDerived);
  return renderList(shown.toSorted(byValue), userToken, userTokenText);
}

export const userToken = ({ entry, digits, rawAmount, amount, usdValue }: Holding): UserToken => ({
  ...entry.toWire(),
  amount,
  raw_amount: rawAmount,
  raw_amount_str: digits,
  raw_amount_hex_str: `0x${rawAmount.toString(16)}`,
  usd_value: usdValue,
});

/** The JSON text of userToken, from the token's own text, which is kept. */
export const userTokenText = ({ entry, digits, rawAmount, amount, usdValue }: Holding): string =>
  `${entry.text},"amount":${amount},"raw_amount":${digits},"raw_amount_str":"${digits}","raw_amount_hex_str":"0x${rawAmount.toString(16)}","usd_value":${usdValue}}`;
