import { chainlinkFeeds, listTwinTokens, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { PriceSource } from "@portico/store";

/** The sources on which prices of these tokens depend. */
export type ListNeeded = (tokens: readonly Address[]) => PriceSource[];

/**
 * Finds the sources on which prices depend: a token's pools and rates, and those of the tokens on the other side, up to
 * tokens with a feed; and the feeds. Of a pegged token, which has a feed, only its pools with tokens that have a feed of
 * their own: they can contradict the peg.
 */
export function createNeededSources(
  { slug, wrappedToken, nativeErc20 }: Pick<Chain, "nativeErc20" | "slug" | "wrappedToken">,
  all: readonly PriceSource[],
): ListNeeded {
  const feeds = chainlinkFeeds[slug] ?? {};
  const coins = [NATIVE_TOKEN, wrappedToken, nativeErc20].filter((coin) => coin !== null);
  const isPegs = (token: Address): boolean[] =>
    (coins.includes(token) ? coins : [token]).flatMap((one) => feeds[one]?.isPeg ?? []);
  const hasOwnFeed = (token: Address): boolean => isPegs(token).includes(false);
  const twins = listTwinTokens(slug);
  const byToken = new Map<Address, PriceSource[]>();
  for (const source of all.filter(isPoolOrRate)) {
    for (const token of listTokens(source)) byToken.set(token, [...(byToken.get(token) ?? []), source]);
  }
  const listDirect = (token: Address): PriceSource[] => {
    const sources = byToken.get(token) ?? [];
    if (hasOwnFeed(token)) return [];
    if (isPegs(token).length > 0) return sources.filter((source) => isJudge(source, token, hasOwnFeed));
    return sources.filter(({ kind, address }) => kind !== "rate" || address === token); // the underlying doesn't depend on its shares
  };
  return (tokens) => {
    const needed = new Set<PriceSource>();
    const seen = new Set([...tokens, ...coins]);
    for (const token of seen) {
      for (const source of listDirect(token)) {
        needed.add(source);
        for (const other of [source.token0, source.token1]) if (other !== null) seen.add(other);
      }
      for (const { token: one, twin } of twins) if (one === token || twin === token) seen.add(one).add(twin);
    }
    const proxies = new Set([...seen].map((token) => feeds[token]?.feed));
    return [...needed, ...all.filter(({ kind, feed }) => kind === "feed" && feed !== null && proxies.has(feed))];
  };
}

/** Whether a source can contradict a token's peg. */
const isJudge = (
  { kind, token0, token1 }: PriceSource,
  token: Address,
  hasOwnFeed: (token: Address) => boolean,
): boolean => {
  const other = token0 === token ? token1 : token1 === token ? token0 : null;
  return kind !== "rate" && other !== null && hasOwnFeed(other);
};

const isPoolOrRate = ({ kind }: PriceSource): boolean => kind === "v2" || kind === "v3" || kind === "rate";

/** Those that it connects; shares of V2 pools and of rates are tokens, too. */
const listTokens = ({ kind, address, token0, token1 }: PriceSource): Address[] =>
  [kind === "v3" ? null : address, token0, token1].filter((token) => token !== null);
