import type { Address } from "@portico/evm";
import type { Amount } from "../position.ts";

/** Each token once, in the order of the first; without zero amounts. */
export function mergeAmounts(amounts: readonly Amount[]): Amount[] {
  const byToken = new Map<Address, bigint>();
  for (const { token, rawAmount } of amounts) byToken.set(token, (byToken.get(token) ?? 0n) + rawAmount);
  return [...byToken].flatMap(([token, rawAmount]) => (rawAmount === 0n ? [] : [{ token, rawAmount }]));
}
