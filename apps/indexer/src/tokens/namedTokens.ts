import { chainlinkFeeds, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";

/**
 * Tokens of a chain that this repository names, other than its native coin: its wrapped coin, and those with a feed.
 */
export function listNamedTokens(chain: Chain): Address[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the type of the keys
  const feeds = Object.keys(chainlinkFeeds[chain.slug] ?? {}) as Address[];
  const named = chain.wrappedToken === null ? feeds : [chain.wrappedToken, ...feeds];
  return [...new Set(named)].filter((address) => address !== NATIVE_TOKEN);
}

export const isNamed = (chain: Chain, address: Address): boolean =>
  address === chain.wrappedToken || chainlinkFeeds[chain.slug]?.[address] !== undefined;
