import { chainlinkFeeds, listTwinTokens, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { PriceSource } from "@portico/store";

/**
 * The sources on which prices of these tokens depend: their pools and rates, and those of the tokens on the other side,
 * up to tokens with a feed; and the feeds.
 */
export function listNeededSources(
  { slug, wrappedToken, nativeErc20 }: Pick<Chain, "nativeErc20" | "slug" | "wrappedToken">,
  all: readonly PriceSource[],
  tokens: readonly Address[],
): PriceSource[] {
  const feeds = chainlinkFeeds[slug] ?? {};
  const coins = [NATIVE_TOKEN, wrappedToken, nativeErc20].filter((coin) => coin !== null);
  const hasFeed = (token: Address): boolean =>
    (coins.includes(token) ? coins : [token]).some((one) => feeds[one]?.isPeg === false);
  const twins = listTwinTokens(slug);
  const byToken = new Map<Address, PriceSource[]>();
  for (const source of all.filter(isPoolOrRate)) {
    for (const token of listTokens(source)) byToken.set(token, [...(byToken.get(token) ?? []), source]);
  }
  const needed = new Set<PriceSource>();
  const seen = new Set([...tokens, ...coins]);
  for (const token of seen) {
    for (const source of hasFeed(token) ? [] : (byToken.get(token) ?? [])) {
      if (source.kind === "rate" && source.address !== token) continue; // the underlying doesn't depend on its shares
      needed.add(source);
      for (const other of [source.token0, source.token1]) if (other !== null) seen.add(other);
    }
    for (const { token: one, twin } of twins) if (one === token || twin === token) seen.add(one).add(twin);
  }
  const proxies = new Set([...seen].map((token) => feeds[token]?.feed));
  return [...needed, ...all.filter(({ kind, feed }) => kind === "feed" && feed !== null && proxies.has(feed))];
}

const isPoolOrRate = ({ kind }: PriceSource): boolean => kind === "v2" || kind === "v3" || kind === "rate";

/** Those that it connects; shares of V2 pools and of rates are tokens, too. */
const listTokens = ({ kind, address, token0, token1 }: PriceSource): Address[] =>
  [kind === "v3" ? null : address, token0, token1].filter((token) => token !== null);
