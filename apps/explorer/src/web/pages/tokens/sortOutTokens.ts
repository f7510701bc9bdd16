import type { UserToken } from "@portico/contract";
import { type Pile, pileOf } from "@portico/ui/pileOf";

export interface TokenFilter {
  readonly text: string;
  readonly hidesSpam: boolean;
  readonly hidesSmall: boolean;
}

/** The tokens that a switch hides, or would hide. */
interface Total {
  readonly count: number;
  readonly usdValue: number;
}

export interface SortedOut {
  readonly shown: readonly UserToken[];
  readonly spam: Total;
  readonly small: Total;
}

/** The tokens that pass the filter, and the totals for each switch. A token is counted under one switch only. */
export function sortOutTokens(tokens: readonly UserToken[], { text, hidesSpam, hidesSmall }: TokenFilter): SortedOut {
  const isPileShown: Readonly<Record<Pile, boolean>> = { shown: true, small: !hidesSmall, spam: !hidesSpam };
  const matches = matcherOf(text);
  return {
    shown: tokens.filter((token) => isPileShown[pileOf(token)] && matches(token)),
    spam: totalOf(tokens, "spam"),
    small: totalOf(tokens, "small"),
  };
}

export const isSpam = (token: UserToken): boolean => pileOf(token) === "spam";

/** Matches symbol, name and address, ignoring case. */
function matcherOf(text: string): (token: UserToken) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return () => true;
  return ({ optimized_symbol: shown, symbol, name, id }) =>
    [shown, symbol ?? "", name ?? "", id].some((word) => word.toLowerCase().includes(wanted));
}

function totalOf(tokens: readonly UserToken[], pile: Pile): Total {
  const own = tokens.filter((token) => pileOf(token) === pile);
  return { count: own.length, usdValue: sumUsd(own) };
}

/** The tokens' total value in USD; those without a price add nothing. */
export const sumUsd = (tokens: readonly UserToken[]): number =>
  tokens.reduce((sum, { usd_value: value = 0 }) => sum + value, 0);
