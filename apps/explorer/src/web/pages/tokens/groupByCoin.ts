import type { UserToken } from "@portico/contract";

/** A token, or all that are forms of one coin. */
export interface TokenGroup {
  readonly key: string;
  /** The token itself, or the sum of all. */
  readonly token: UserToken;
  /** The most valuable first; empty for a single token. */
  readonly parts: readonly UserToken[];
}

/** Groups the tokens that are known to be the same coin, on one chain or several. */
export function groupByCoin(tokens: readonly UserToken[]): TokenGroup[] {
  const groups = Map.groupBy(tokens, (token) => token.coin_id ?? `${token.chain} ${token.id}`);
  return [...groups].map(([key, parts]): TokenGroup => {
    const ordered = parts.toSorted((a, b) => (b.usd_value ?? 0) - (a.usd_value ?? 0));
    const [first] = ordered as [UserToken, ...UserToken[]];
    return ordered.length === 1
      ? { key, token: first, parts: [] }
      : { key, token: sumOf(first, ordered), parts: ordered };
  });
}

/** Whole tokens are summed: forms of a coin may have different decimals. */
function sumOf(first: UserToken, parts: readonly UserToken[]): UserToken {
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  const usdValue = parts.reduce((sum, part) => sum + (part.usd_value ?? 0), 0);
  return { ...first, amount, usd_value: usdValue };
}
