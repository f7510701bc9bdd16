import type { UserToken } from "@portico/contract";
import { type Address, toAmount } from "@portico/evm";
import { ReadBalance, type Balance } from "@portico/store";
import { renderList } from "../../serialize.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

/** An owner's holding of a token. */
export class Holding {
  readonly entry: TokenEntry;
  /** Of the exact amount in base units, decimal. */
  readonly digits: string;
  readonly amount: number;
  readonly usdValue: number;

  /** The only place where an amount is multiplied by a price, so that lists and totals always agree. */
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

/**
 * An owner's holdings on one synced chain, in any order: the native coin's ERC-20 view is the coin, and counted once.
 */
export async function listHoldings(tokens: TokenTable, { chain }: SyncedChain, read: Read): Promise<Holding[]> {
  const addresses: Address[] = [];
  const digits: string[] = [];
  for (const balance of read.balances) {
    if (balance.chain !== chain.slug || balance.token === chain.nativeErc20) continue;
    addresses.push(balance.token);
    digits.push(digitsOf(balance));
  }
  const entries = await tokens.resolve(chain, addresses);
  return entries.map((entry, index) => new Holding(entry, digits[index] ?? "0"));
}

const digitsOf = (balance: Balance | ReadBalance): string =>
  balance instanceof ReadBalance ? balance.digits : balance.rawAmount.toString();

/** Most valuable first, then by id, then by chain: the same contract may exist on several. */
export const byValue = (a: Holding, b: Holding): number =>
  b.usdValue - a.usdValue || compare(a.entry.id, b.entry.id) || compare(a.entry.chainSlug, b.entry.chainSlug);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Net worth on a chain: receipts of deposits and debts are omitted, since positions include them. The largest
 * are added first, so that the last digit does not depend on the order of reading.
 */
export function sumUsdValue(holdings: readonly Holding[]): number {
  const values: number[] = [];
  for (const { entry, usdValue } of holdings) if (!entry.isDerived) values.push(usdValue);
  return values.toSorted((a, b) => b - a).reduce((sum, value) => sum + value, 0);
}

/** By value; see byValue. @param isAll - False omits receipts of deposits and debts. */
export function toHoldingsResponse(holdings: readonly Holding[], isAll: boolean): UserToken[] {
  const shown = isAll ? holdings : holdings.filter(({ entry }) => !entry.isDerived);
  return renderList(shown.toSorted(byValue), userToken, userTokenText, userTokenIdentity);
}

export const userToken = ({ entry, digits, rawAmount, amount, usdValue }: Holding): UserToken => ({
  ...entry.toResponse(),
  amount,
  raw_amount: rawAmount,
  raw_amount_str: digits,
  raw_amount_hex_str: `0x${rawAmount.toString(16)}`,
  usd_value: usdValue,
});

/** Changes exactly with userTokenText: the amount and its worth follow from the token and the digits. */
export const userTokenIdentity = ({ entry, digits }: Holding): string => entry.textHash + digits;

/** JSON text of userToken, built from the token's cached text. */
export const userTokenText = ({ entry, digits, rawAmount, amount, usdValue }: Holding): string =>
  `${entry.text},"amount":${amount},"raw_amount":${digits},"raw_amount_str":"${digits}","raw_amount_hex_str":"0x${rawAmount.toString(16)}","usd_value":${usdValue}}`;
