import type { Address, Chain } from "@portico/evm";
import { listTokensByAddress, sumTopBalances } from "@portico/store";
import type { PriceSource, Store, Token } from "@portico/store";
import { createPriceFacts, listFactTokens } from "./createPriceFacts.ts";
import type { PriceFacts } from "./priceFacts.ts";

/** Cached metadata of the sources' tokens. */
export interface TokenFacts {
  byAddress: Map<Address, Token>;
  /** The block's time of the last full read; judgements and lists change without a block. */
  readAt: number;
}

export const createTokenFacts = (): TokenFacts => ({ byAddress: new Map(), readAt: 0 });

/** All of them are read again after this time, s. */
const FRESH_SECONDS = 60;

/**
 * Reads those of the sources' tokens that are new, or may have changed: after a minute, all. The supply of an unlisted
 * token is at least the balances of its largest holders.
 */
export async function refreshTokens(
  db: Store,
  chain: string,
  { facts, sources, changed, timeAt }: Refresh,
): Promise<void> {
  const isOld = timeAt < facts.readAt || timeAt - facts.readAt >= FRESH_SECONDS;
  const wanted = listFactTokens(sources).filter(
    (token) => isOld || changed === undefined || changed.has(token) || !facts.byAddress.has(token),
  );
  const tokens = await listTokensByAddress(db, chain, wanted);
  const doubtful = tokens.filter(({ isVerified }) => !isVerified);
  const least = await sumTopBalances(
    db,
    chain,
    doubtful.map(({ address }) => address),
  );
  const atLeast = new Map(doubtful.map(({ address }, index) => [address, least[index] ?? 0n]));
  for (const token of tokens) facts.byAddress.set(token.address, raiseSupply(token, atLeast.get(token.address) ?? 0n));
  if (isOld || changed === undefined) facts.readAt = timeAt;
}

interface Refresh {
  facts: TokenFacts;
  sources: Iterable<PriceSource>;
  /** Tokens whose supply or description may have changed; undefined: all. */
  changed: ReadonlySet<Address> | undefined;
  timeAt: number;
}

const raiseSupply = (token: Token, least: bigint): Token =>
  token.totalSupply === null || token.totalSupply >= least ? token : { ...token, totalSupply: least };

export const toPriceFacts = (chain: Chain, { byAddress }: TokenFacts): PriceFacts => createPriceFacts(chain, byAddress);
