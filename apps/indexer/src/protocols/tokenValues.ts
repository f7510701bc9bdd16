import { toAmount } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { Amount } from "@portico/protocols";
import { listPricesByToken, listTokensByAddress } from "@portico/store";
import type { Store } from "@portico/store";

/** US dollars; null if the token's price is unknown. */
export type Valuer = (amount: Amount) => number | null;

/** Values amounts of these tokens at the currently stored prices. */
export async function loadTokenValues(db: Store, chain: string, tokens: readonly Address[]): Promise<Valuer> {
  const wanted = [...new Set(tokens)];
  const [prices, rows] = await Promise.all([
    listPricesByToken(db, chain, wanted),
    listTokensByAddress(db, chain, wanted),
  ]);
  const usd = new Map(prices.map((price) => [price.token, price.usd]));
  const decimals = new Map(rows.map((row) => [row.address, row.decimals]));
  return ({ token, rawAmount }) => {
    if (rawAmount === 0n) return 0;
    const [price, tokenDecimals] = [usd.get(token), decimals.get(token) ?? null];
    return price === undefined || tokenDecimals === null ? null : toAmount(rawAmount, tokenDecimals) * price;
  };
}

/** Sum of the known values; null if none is known. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 && values.length > 0) return null;
  const sum = known.reduce((total, value) => total + value, 0);
  return Number.isFinite(sum) ? sum : null;
}
