import { chainlinkFeeds, hasTrustedRate, listTwinTokens, NATIVE_TOKEN } from "@portico/evm";
import type { Address, Chain } from "@portico/evm";
import type { PriceSource, Token } from "@portico/store";
import type { PriceMetadata } from "./priceMetadata.ts";

/** Chain and token metadata for price evaluation, from the store's tokens by address. */
export function createPriceMetadata(chain: Chain, byAddress: ReadonlyMap<Address, Token>): PriceMetadata {
  return {
    wrappedToken: chain.wrappedToken,
    nativeErc20: chain.nativeErc20,
    feeds: chainlinkFeeds[chain.slug] ?? {},
    decimals: (token) => (token === NATIVE_TOKEN ? chain.native.decimals : (byAddress.get(token)?.decimals ?? null)),
    supply: (token) => byAddress.get(token)?.totalSupply ?? null,
    isScam: (token) => byAddress.get(token)?.isScam === true,
    isVerified: (token) => byAddress.get(token)?.isVerified === true || hasTrustedRate(chain.slug, token),
    twins: listTwinTokens(chain.slug),
  };
}

/** Tokens of the sources. */
export function listMetadataTokens(sources: Iterable<PriceSource>): Address[] {
  const tokens = new Set<Address>();
  for (const { kind, address, token0, token1 } of sources) {
    if (kind === "v2" || kind === "rate") tokens.add(address);
    if (kind !== "none" && token0 !== null) tokens.add(token0);
    if (kind !== "none" && token1 !== null) tokens.add(token1);
  }
  return [...tokens];
}
