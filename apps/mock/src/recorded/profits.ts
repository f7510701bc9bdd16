import type { TokenProfit } from "@portico/contract";
import { findToken } from "./holdings.ts";
import type { Catalogue, RecordedHolding } from "./recording.ts";

/** What is held as if all of it had been bought a day before, and nothing sold: no costs are recorded. */
export function toProfitResponse(
  catalogue: Catalogue,
  { chain, id, amount, digits, usdValue }: RecordedHolding,
): TokenProfit[] {
  const token = findToken(catalogue, chain, id);
  if (token === undefined) return [];
  const { symbol, optimized_symbol, decimals, is_verified, price, price_24h_change: change = null } = token;
  const cost = change === null || price === 0 ? null : usdValue / (1 + change);
  return [
    {
      id,
      chain,
      symbol,
      optimized_symbol,
      decimals,
      is_verified,
      price,
      amount,
      raw_amount: BigInt(digits),
      usd_value: usdValue,
      cost_usd_value: cost,
      average_cost: cost === null || amount === 0 ? null : cost / amount,
      realized_usd_value: 0,
      unrealized_usd_value: cost === null ? null : usdValue - cost,
      fee_usd_value: 0,
      unpriced_amount: cost === null ? amount : 0,
      unpriced_sold_amount: 0,
      is_complete: cost !== null,
      known_since: null,
    },
  ];
}
