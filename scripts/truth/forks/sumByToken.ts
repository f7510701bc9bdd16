import type { Address } from "@portico/evm";

/** Base units by token, each token once. */
export function sumByToken(amounts: Iterable<readonly [Address, bigint]>): Map<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const [token, rawAmount] of amounts) sums.set(token, (sums.get(token) ?? 0n) + rawAmount);
  return sums;
}
