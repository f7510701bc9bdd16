import type { TxToken } from "@portico/contract";
import type { TokenEntry } from "../tokenEntry.ts";
import { createHolding } from "../holdings.ts";

/** A token with what a transaction moves of it, in base units. */
export function txToken(entry: TokenEntry, rawAmount: bigint): TxToken {
  const { digits, amount } = createHolding(entry, rawAmount);
  return { ...entry.toWire(), amount, raw_amount: rawAmount, raw_amount_str: digits };
}

/** Who means "all" writes 2^256-1, or something near it. */
const UNLIMITED = 2n ** 255n;
/** The most that Permit2 can say: it is never used up. */
const PERMIT2_UNLIMITED = 2n ** 160n - 1n;

/**
 * As txToken, of an amount that is a limit: says whether it limits anything. More than there is of a token does not: tokens
 * that count in fewer bits have their "all" there.
 */
export function txLimit(entry: TokenEntry, rawAmount: bigint, isPermit2 = false): TxToken {
  const token = txToken(entry, rawAmount);
  const { supply } = entry.token;
  const isMoreThanAll = supply !== null && supply > 0 && token.amount > supply;
  return { ...token, is_infinity: rawAmount >= (isPermit2 ? PERMIT2_UNLIMITED : UNLIMITED) || isMoreThanAll };
}
