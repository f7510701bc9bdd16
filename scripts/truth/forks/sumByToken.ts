/** Base units by token, each token once. Debts are negative. */
export function sumByToken<Token extends string>(
  amounts: Iterable<readonly [token: Token, rawAmount: bigint]>,
): Map<Token, bigint> {
  const sums = new Map<Token, bigint>();
  for (const [token, rawAmount] of amounts) sums.set(token, (sums.get(token) ?? 0n) + rawAmount);
  return sums;
}
