import type { TxToken } from "@portico/contract";
import { type Address, type Chain, NATIVE_TOKEN } from "@portico/evm";
import type { TokenEntry } from "../tokens/tokenEntry.ts";
import { createHolding } from "../portfolio/holdings.ts";

/** A token with the amount that a transaction moves, in base units. */
export function txToken(entry: TokenEntry, rawAmount: bigint): TxToken {
  const { digits, amount } = createHolding(entry, rawAmount);
  return { ...entry.toResponse(), amount, raw_amount: rawAmount, raw_amount_str: digits };
}

/** A contract that shows the coin's balance as its own moves the coin, unless its decimals differ. */
export function findMovedEntry(
  token: Address,
  { chain, tokenOf }: { readonly chain: Chain; readonly tokenOf: (token: Address) => TokenEntry },
): TokenEntry {
  const entry = tokenOf(token);
  const { decimals } = entry.token;
  const isCoin = token === chain.nativeErc20 && (decimals === null || decimals === chain.native.decimals);
  return isCoin ? tokenOf(NATIVE_TOKEN) : entry;
}
