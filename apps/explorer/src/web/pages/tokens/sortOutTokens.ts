import type { UserToken } from "@portico/contract";

export interface TokenFilter {
  readonly text: string;
  readonly hidesSpam: boolean;
  readonly hidesSmall: boolean;
}

/** The tokens that a switch hides, or would hide. */
export interface Pile {
  readonly count: number;
  readonly usdValue: number;
}

export interface SortedOut {
  readonly shown: readonly UserToken[];
  readonly spam: Pile;
  readonly small: Pile;
}

const SMALL_USD = 1;

/** The tokens that pass the filter, and the totals for each switch. A token is counted under one switch only. */
export function sortOutTokens(tokens: readonly UserToken[], { text, hidesSpam, hidesSmall }: TokenFilter): SortedOut {
  const spam = tokens.filter(isSpam);
  const small = tokens.filter((token) => !isSpam(token) && isSmall(token));
  const hidden = new Set([...(hidesSpam ? spam : []), ...(hidesSmall ? small : [])]);
  const matches = matcherOf(text);
  return {
    shown: tokens.filter((token) => !hidden.has(token) && matches(token)),
    spam: pileOf(spam),
    small: pileOf(small),
  };
}

/** A known or suspected scam; or on no list that the operator trusts, and without an on-chain price. */
export const isSpam = ({ is_scam, is_suspicious, is_verified, price }: UserToken): boolean =>
  is_scam === true || is_suspicious === true || (!is_verified && price === 0);

/** Worth less than a dollar; unknown for a token without a price. */
const isSmall = ({ price, usd_value: value = 0 }: UserToken): boolean => price > 0 && value < SMALL_USD;

/** Matches symbol, name and address, ignoring case. */
function matcherOf(text: string): (token: UserToken) => boolean {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return () => true;
  return ({ optimized_symbol: shown, symbol, name, id }) =>
    [shown, symbol ?? "", name ?? "", id].some((word) => word.toLowerCase().includes(wanted));
}

const pileOf = (tokens: readonly UserToken[]): Pile => ({ count: tokens.length, usdValue: sumUsd(tokens) });

/** The tokens' total value in USD; those without a price add nothing. */
export const sumUsd = (tokens: readonly UserToken[]): number =>
  tokens.reduce((sum, { usd_value: value = 0 }) => sum + value, 0);
