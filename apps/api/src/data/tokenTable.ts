import { findChain, NATIVE_TOKEN, type Address, type Chain } from "@portico/evm";
import { listPrices, listTokens, type Store, type Token } from "@portico/store";
import { createTokenEntry, nativeToken, unknownToken, type TokenEntry } from "./tokenEntry.ts";

/** Metadata and prices of all tokens, in memory, by chain and address. */
export interface TokenTable {
  /** Loads a chain again, or all; calls while a load runs are answered by one that starts after it. */
  readonly reload: (chain?: string) => Promise<void>;
  readonly find: (chain: string, address: Address) => TokenEntry | undefined;
  /**
   * An entry for each of these tokens, which are held. One that is not known, even after looking again, gets an entry that
   * says so.
   */
  readonly resolve: (chain: Chain, addresses: readonly Address[]) => Promise<TokenEntry[]>;
}

type ChainTokens = Map<Address, TokenEntry>;

export function createTokenTable(db: Store): TokenTable {
  const tables = new Map<string, ChainTokens>();
  const reload = createQueue(async (chain) => {
    const loaded = await load(db, chain);
    for (const [slug, table] of loaded) tables.set(slug, table);
  });
  const find = (chain: string, address: Address) => tables.get(chain)?.get(address);

  const resolve = async (chain: Chain, addresses: readonly Address[]) => {
    const known = findAll(tables.get(chain.id), addresses);
    if (known !== undefined) return known;
    await reload(chain.id);
    return addresses.map((address) => find(chain.id, address) ?? remember(tables.get(chain.id), chain, address));
  };
  return { reload, find, resolve };
}

/** Undefined when one is missing. */
function findAll(table: ChainTokens | undefined, addresses: readonly Address[]): TokenEntry[] | undefined {
  const found: TokenEntry[] = [];
  for (const address of addresses) {
    const entry = table?.get(address);
    if (entry === undefined) return undefined;
    found.push(entry);
  }
  return found;
}

/** Makes an entry for a token that nothing is known of, and keeps it, so that it is not looked for on every request. */
function remember(table: ChainTokens | undefined, chain: Chain, address: Address): TokenEntry {
  const token = address === NATIVE_TOKEN ? nativeToken(chain) : unknownToken(chain.id, address);
  const entry = createTokenEntry({ chain, token, usd: undefined, isAmbiguous: false });
  table?.set(address, entry);
  return entry;
}

async function load(db: Store, only: string | undefined): Promise<Map<string, ChainTokens>> {
  const chains = only === undefined ? undefined : [only];
  const [tokens, prices] = await Promise.all([listTokens(db, chains), listPrices(db, chains)]);
  const usd = new Map(prices.map((price) => [`${price.chain}:${price.token}`, price.usd]));
  const byChain = Map.groupBy(tokens, ({ chain }) => chain);
  if (only !== undefined && !byChain.has(only)) byChain.set(only, []);
  return new Map([...byChain].map(([slug, rows]) => [slug, createChainTokens(slug, rows, usd)]));
}

function createChainTokens(slug: string, rows: Token[], usd: ReadonlyMap<string, number>): ChainTokens {
  const chain = findChain(slug);
  if (chain === undefined) return new Map();
  const hasNative = rows.some(({ address }) => address === NATIVE_TOKEN);
  const tokens = hasNative ? rows : [nativeToken(chain), ...rows];
  const ambiguous = listAmbiguous(tokens);
  return new Map(
    tokens.map((token) => {
      const facts = { chain, token, usd: usd.get(`${slug}:${token.address}`), isAmbiguous: ambiguous.has(token) };
      return [token.address, createTokenEntry(facts)];
    }),
  );
}

/** Tokens that share their symbol with another. The one core token among them, if there is just one, owns the plain symbol. */
function listAmbiguous(tokens: readonly Token[]): ReadonlySet<Token> {
  const bySymbol = Map.groupBy(tokens, ({ symbol }) => symbol?.trim().toLowerCase());
  const shared = [...bySymbol].filter(([symbol, sharing]) => symbol !== undefined && sharing.length > 1);
  return new Set(
    shared.flatMap(([, sharing]) => {
      const core = sharing.filter(({ isCore }) => isCore);
      return core.length === 1 ? sharing.filter(({ isCore }) => !isCore) : sharing;
    }),
  );
}

/** One load at a time; what is asked for meanwhile is loaded once, after it. */
function createQueue(run: (chain: string | undefined) => Promise<void>): (chain?: string) => Promise<void> {
  const waiting = new Map<string | undefined, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();
  return (chain) => {
    const queued = waiting.get(chain);
    if (queued !== undefined) return queued;
    const next = last
      .catch(() => undefined)
      .then(() => {
        waiting.delete(chain);
        return run(chain);
      });
    waiting.set(chain, next);
    last = next;
    return next;
  };
}
