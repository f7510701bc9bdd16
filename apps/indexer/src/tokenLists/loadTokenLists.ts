import type { Chain } from "@portico/evm";
import type { ListedToken } from "@portico/store";
import type { Logger } from "pino";
import { listNamedTokens } from "../tokens/namedTokens.ts";
import { bundledLists } from "./bundledLists.ts";
import { operatorList } from "./operatorList.ts";
import { TokenListError } from "./tokenSource.ts";
import type { TokensByChain, TokenSource } from "./tokenSource.ts";

/** What the lists together say. */
export interface TokenLists {
  /** The chain's tokens, each once. */
  listFor(chain: Chain): ListedToken[];
}

/** In `PORTICO_TOKEN_LISTS` it stands for the lists that come with the indexer. */
const BUNDLED = "default";
const NONE = "none";

/**
 * Where the lists come from, the weightiest first.
 * @param setting - Paths, https URLs and `default`, separated by commas; empty is `default`.
 * @returns undefined for `none`: tokens are known once they are met, and nothing more is found out about them.
 */
export function listTokenSources(setting: string | undefined): TokenSource[] | undefined {
  const places = (setting ?? "").split(",").map((place) => place.trim());
  if (places.length === 1 && places[0] === NONE) return undefined;
  const named = places.filter((place) => place !== "");
  return (named.length === 0 ? [BUNDLED] : named).flatMap((place) =>
    place === BUNDLED ? bundledLists : [operatorList(place)],
  );
}

/** Reads the lists. One that can't be used is logged, and left out. */
export async function loadTokenLists(sources: readonly TokenSource[], log: Logger): Promise<TokenLists> {
  const read = await Promise.all(sources.map((source) => readSource(source, log)));
  const lists = read.filter((list) => list !== undefined);
  return { listFor: (chain) => mergeLists(chain, lists) };
}

async function readSource(source: TokenSource, log: Logger): Promise<TokensByChain | undefined> {
  try {
    return await source.read();
  } catch (error) {
    if (error instanceof TokenListError) log.error(error.message);
    else log.error({ err: error }, `Token list ${source.name} can't be read`);
    return undefined;
  }
}

/** Of each fact the first list that has it counts. Core is what any list calls so, and what this repository names. */
function mergeLists(chain: Chain, lists: readonly TokensByChain[]): ListedToken[] {
  const merged = new Map<string, ListedToken>();
  const named = listNamedTokens(chain).map((address) => ({ ...NOTHING, address, isCore: true }));
  for (const token of [...lists.flatMap((list) => list.get(chain.chainId) ?? []), ...named]) {
    const known = merged.get(token.address);
    merged.set(token.address, known === undefined ? token : mergeTokens(known, token));
  }
  return [...merged.values()];
}

const mergeTokens = (first: ListedToken, second: ListedToken): ListedToken => ({
  address: first.address,
  name: first.name ?? second.name,
  symbol: first.symbol ?? second.symbol,
  decimals: first.decimals ?? second.decimals,
  logoUrl: first.logoUrl ?? second.logoUrl,
  isCore: first.isCore || second.isCore,
});

const NOTHING = { name: null, symbol: null, decimals: null, logoUrl: null };
