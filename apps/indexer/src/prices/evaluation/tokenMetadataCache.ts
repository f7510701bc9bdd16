import type { Address, Chain } from "@portico/evm";
import { listTokensByAddress, sumTopBalances } from "@portico/store";
import type { PriceSource, Store, Token } from "@portico/store";
import { createPriceMetadata, listMetadataTokens } from "./createPriceMetadata.ts";
import type { PriceMetadata } from "./priceMetadata.ts";

/** Cached metadata of the sources' tokens. */
export interface TokenMetadataCache {
  byAddress: Map<Address, Token>;
  /** The block's time of the last full read; judgements and lists change without a block. */
  readAt: number;
}

export const createTokenMetadataCache = (): TokenMetadataCache => ({ byAddress: new Map(), readAt: 0 });

/** All of them are read again after this time, s. */
const FRESH_SECONDS = 60;

/**
 * Reads those of the sources' tokens that are new, or may have changed: after a minute, all. The supply of an unlisted
 * token is at least the balances of its largest holders.
 */
export async function refreshTokens(
  db: Store,
  chain: string,
  { metadata, sources, changed, timeAt }: Refresh,
): Promise<void> {
  const isOld = timeAt < metadata.readAt || timeAt - metadata.readAt >= FRESH_SECONDS;
  const wanted = listMetadataTokens(sources).filter(
    (token) => isOld || changed === undefined || changed.has(token) || !metadata.byAddress.has(token),
  );
  const tokens = await listTokensByAddress(db, chain, wanted);
  const doubtful = tokens.filter(({ isVerified }) => !isVerified);
  const least = await sumTopBalances(
    db,
    chain,
    doubtful.map(({ address }) => address),
  );
  const atLeast = new Map(doubtful.map(({ address }, index) => [address, least[index] ?? 0n]));
  for (const token of tokens)
    metadata.byAddress.set(token.address, raiseSupply(token, atLeast.get(token.address) ?? 0n));
  if (isOld || changed === undefined) metadata.readAt = timeAt;
}

interface Refresh {
  metadata: TokenMetadataCache;
  sources: Iterable<PriceSource>;
  /** Tokens whose supply or description may have changed; undefined: all. */
  changed: ReadonlySet<Address> | undefined;
  timeAt: number;
}

const raiseSupply = (token: Token, least: bigint): Token =>
  token.totalSupply === null || token.totalSupply >= least ? token : { ...token, totalSupply: least };

export const toPriceMetadata = (chain: Chain, { byAddress }: TokenMetadataCache): PriceMetadata =>
  createPriceMetadata(chain, byAddress);
