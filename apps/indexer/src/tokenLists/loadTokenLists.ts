import type { Address, Chain } from "@portico/evm";
import type { ListedToken } from "@portico/store";
import type { Logger } from "pino";
import { listNamedTokens } from "../tokens/namedTokens.ts";
import { bundledLists } from "./bundledLists.ts";
import { operatorList } from "./operatorList.ts";
import { TokenListError } from "./tokenSource.ts";
import type { TokensByChain, TokenSource } from "./tokenSource.ts";

/** The merged lists. */
export interface TokenLists {
  /** The chain's tokens, each once. */
  listFor(chain: Chain): ListedToken[];
  /** Those of them that only name-only lists have: see `TokenSource`. */
  listNameOnly(chain: Chain): ReadonlySet<Address>;
}

/** The value in `PORTICO_TOKEN_LISTS` for the lists that come with the indexer. */
const BUNDLED = "default";
const NONE = "none";

/**
 * Sources of the lists, in order of precedence.
 * @param setting - Paths, https URLs and `default`, separated by commas; empty is `default`.
 * @returns undefined for `none`: tokens are known from blocks only, without further metadata.
 */
export function listTokenSources(setting: string | undefined): TokenSource[] | undefined {
  const paths = (setting ?? "").split(",").map((path) => path.trim());
  if (paths.length === 1 && paths[0] === NONE) return undefined;
  const named = paths.filter((path) => path !== "");
  return (named.length === 0 ? [BUNDLED] : named).flatMap((path) =>
    path === BUNDLED ? bundledLists : [operatorList(path)],
  );
}

/** Reads the lists. An unusable one is logged and left out. */
export async function loadTokenLists(sources: readonly TokenSource[], log: Logger): Promise<TokenLists> {
  const read = await Promise.all(sources.map((source) => readSource(source, log)));
  const all = read.flatMap((list) => list?.tokens ?? []);
  const trusted = read.flatMap((list) => (list === undefined || list.isNameOnly ? [] : list.tokens));
  const nameOnly = new Map<string, ReadonlySet<Address>>();
  return {
    listFor: (chain) => mergeLists(chain, all),
    listNameOnly(chain) {
      const known = nameOnly.get(chain.slug) ?? findNameOnly(mergeLists(chain, all), mergeLists(chain, trusted));
      nameOnly.set(chain.slug, known);
      return known;
    },
  };
}

function findNameOnly(all: readonly ListedToken[], trusted: readonly ListedToken[]): ReadonlySet<Address> {
  const others = new Set(trusted.map(({ address }) => address));
  return new Set(all.map(({ address }) => address).filter((address) => !others.has(address)));
}

interface ReadList {
  tokens: TokensByChain;
  isNameOnly: boolean;
}

async function readSource(source: TokenSource, log: Logger): Promise<ReadList | undefined> {
  try {
    return { tokens: await source.read(), isNameOnly: source.isNameOnly === true };
  } catch (error) {
    if (error instanceof TokenListError) log.error(error.message);
    else log.error({ err: error }, `Token list ${source.name} could not be read`);
    return undefined;
  }
}

/** Each field is from the first list that has it. A token is core if any list or this repository marks it so. */
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
