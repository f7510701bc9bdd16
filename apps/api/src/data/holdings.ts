import type { UserToken } from "@portico/contract";
import { toAmount } from "@portico/evm";
import type { OwnerRead } from "@portico/store";
import { renderList } from "../serialize.ts";
import type { SyncedChain } from "./chainSurvey.ts";
import type { TokenEntry } from "./tokenEntry.ts";
import type { TokenTable } from "./tokenTable.ts";

/** What an owner has of a token. */
export interface Holding {
  readonly entry: TokenEntry;
  readonly rawAmount: bigint;
  readonly amount: number;
  readonly usdValue: number;
}

/** The one place where an amount is multiplied by a price, so that a list and a total never disagree. */
export function createHolding(entry: TokenEntry, rawAmount: bigint): Holding {
  const amount = toAmount(rawAmount, entry.decimals);
  return { entry, rawAmount, amount, usdValue: amount * entry.price };
}

/** What an owner has on one synced chain, in the order of byValue. */
export async function listHoldings(tokens: TokenTable, { chain }: SyncedChain, read: OwnerRead): Promise<Holding[]> {
  const balances = read.balances.filter((balance) => balance.chain === chain.id);
  const entries = await tokens.resolve(
    chain,
    balances.map(({ token }) => token),
  );
  return entries.map((entry, index) => createHolding(entry, balances[index]?.rawAmount ?? 0n)).toSorted(byValue);
}

/** Most valuable first, then by id, then by chain: the same contract may stand on several. */
export const byValue = (a: Holding, b: Holding): number =>
  b.usdValue - a.usdValue || compare(a.entry.id, b.entry.id) || compare(a.entry.chainSlug, b.entry.chainSlug);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The net value of a chain: what protocols issued for deposits and debts is left out, since positions count it. */
export const sumUsdValue = (holdings: readonly Holding[]): number =>
  holdings.reduce((sum, { entry, usdValue }) => (entry.isDerived ? sum : sum + usdValue), 0);

/** @param isAll - False leaves out what protocols issue for deposits and debts. */
export function wireHoldings(holdings: readonly Holding[], isAll: boolean): UserToken[] {
  const shown = isAll ? holdings : holdings.filter(({ entry }) => !entry.isDerived);
  return renderList(shown, userToken, userTokenText);
}

export const userToken = ({ entry, rawAmount, amount, usdValue }: Holding): UserToken => ({
  ...entry.toWire(),
  amount,
  raw_amount: rawAmount,
  raw_amount_str: rawAmount.toString(),
  raw_amount_hex_str: `0x${rawAmount.toString(16)}`,
  usd_value: usdValue,
});

/** The JSON text of userToken, from the token's own text, which is kept. */
export function userTokenText({ entry, rawAmount, amount, usdValue }: Holding): string {
  const digits = rawAmount.toString();
  const hex = rawAmount.toString(16);
  return `${entry.text},"amount":${amount},"raw_amount":${digits},"raw_amount_str":"${digits}","raw_amount_hex_str":"0x${hex}","usd_value":${usdValue}}`;
}
