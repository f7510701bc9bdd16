import type { Address, Chain } from "@portico/evm";
import { listTokensByAddress, sumTopBalances } from "@portico/store";
import type { PriceSource, Store, Token } from "@portico/store";
import { createPriceMetadata, listMetadataTokens } from "./createPriceMetadata.ts";
import type { TokenLists } from "../../tokenLists/loadTokenLists.ts";
import type { PriceMetadata } from "./priceMetadata.ts";

/** Cached metadata of the sources' tokens. */
export interface TokenMetadataCache {
  byAddress: Map<Address, Token>;
  /** The block's time of the last full read; judgements and lists change without a block. */
  readAt: number;
  /** Tokens whose verification doesn't count for prices; undefined: not read yet. */
  nameOnly?: ReadonlySet<Address>;
}

export const createTokenMetadataCache = (): TokenMetadataCache => ({ byAddress: new Map(), readAt: 0 });

/** All of them are read again after this time, s. */
const FRESH_SECONDS = 60;

/**
 * Reads those of the sources' tokens that are new, or may have changed: after a minute, all. The supply of an unlisted
 * token is at least the balances of its largest holders. A token that only name-only lists have counts as unlisted.
 */
export async function refreshTokens(
  db: Store,
  chain: Chain,
  { metadata, sources, changed, timeAt, lists }: Refresh,
): Promise<void> {
  const nameOnly = (metadata.nameOnly ??= (await lists)?.listNameOnly(chain) ?? new Set());
  const isOld = timeAt < metadata.readAt || timeAt - metadata.readAt >= FRESH_SECONDS;
  const wanted = listMetadataTokens(sources).filter(
    (token) => isOld || changed === undefined || changed.has(token) || !metadata.byAddress.has(token),
  );
  const stored = await listTokensByAddress(db, chain.slug, wanted);
  const tokens = stored.map((token) => (nameOnly.has(token.address) ? { ...token, isVerified: false } : token));
  const doubtful = tokens.filter(({ isVerified }) => !isVerified);
  const least = await sumTopBalances(
    db,
    chain.slug,
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
  /** If omitted, all verified tokens are trusted. */
  lists?: Promise<TokenLists> | undefined;
}

const raiseSupply = (token: Token, least: bigint): Token =>
  token.totalSupply === null || token.totalSupply >= least ? token : { ...token, totalSupply: least };

export const toPriceMetadata = (chain: Chain, { byAddress }: TokenMetadataCache): PriceMetadata =>
  createPriceMetadata(chain, byAddress);
