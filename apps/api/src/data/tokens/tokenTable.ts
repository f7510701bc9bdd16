import { chains, collectYoung, NATIVE_TOKEN, type Address, type Chain } from "@portico/evm";
import {
  listPricesByToken,
  listTokenPage,
  listTokensByAddress,
  type Store,
  type Token,
  type TokenNews,
} from "@portico/store";
import { ChainTokens } from "./chainTokens.ts";
import type { TokenEntry } from "./tokenEntry.ts";

/** Metadata and prices of all tokens, in memory, by chain and address. A token's update is atomic. */
export interface TokenTable {
  /** Reads every token again; the current ones stay readable meanwhile. */
  readonly reload: () => Promise<void>;
  /** Reads tokens again, or all of a chain. */
  readonly refresh: (news: TokenNews) => Promise<void>;
  readonly find: (chain: string, address: Address) => TokenEntry | undefined;
  /**
   * Entries of these held tokens. One that is unknown, even after another lookup, gets a placeholder
   * entry.
   */
  readonly resolve: (chain: Chain, addresses: readonly Address[]) => Promise<TokenEntry[]>;
}

/** Tokens read at once. Applying them must not delay requests. */
const PAGE = 100;
/** Tokens stay, so each that is new costs the next collection of the young generation a part of its pause. */
const PAGES_PER_COLLECTION = 3;

/** @param onChange - Called with a chain when one of its tokens changed. */
export function createTokenTable(db: Store, onChange?: (chain: string) => void): TokenTable {
  const tables = new Map(chains.map((chain) => [chain.slug, new ChainTokens(chain, onChange)]));
  const inTurn = createTurns(); // results are applied in order

  const readSome = (table: ChainTokens, chain: string, addresses: readonly Address[]) =>
    inTurn(async () => putAll(table, db, chain, addresses, await listTokensByAddress(db, chain, addresses)));

  const readPage = (table: ChainTokens, chain: string, after: Address | undefined) =>
    inTurn(async () => {
      const tokens = await listTokenPage(db, { chain, after, limit: PAGE });
      const addresses = tokens.map(({ address }) => address);
      await putAll(table, db, chain, addresses, tokens);
      return tokens.length < PAGE ? undefined : addresses.at(-1);
    });

  const readChain = async (table: ChainTokens, chain: string) => {
    const sweep = table.beginSweep();
    await readSome(table, chain, [NATIVE_TOKEN]); // it has a price even before an indexer has written it
    let after = await readPage(table, chain, undefined);
    for (let pages = 1; after !== undefined; pages++) {
      if (pages % PAGES_PER_COLLECTION === 0) collectYoung();
      after = await readPage(table, chain, after);
    }
    sweep();
  };

  const reload = async () => {
    for (const [chain, table] of tables) await readChain(table, chain);
  };

  const refresh = async ({ chain, addresses }: TokenNews) => {
    const table = tables.get(chain);
    if (table === undefined) return;
    if (addresses === undefined) return await readChain(table, chain);
    for (let i = 0; i < addresses.length; i += PAGE) await readSome(table, chain, addresses.slice(i, i + PAGE));
  };

  const find = (chain: string, address: Address) => tables.get(chain)?.find(address);

  const resolve = async (chain: Chain, addresses: readonly Address[]) => {
    const table = tables.get(chain.slug) ?? new ChainTokens(chain);
    const known: TokenEntry[] = [];
    for (const address of addresses) {
      const entry = table.find(address);
      if (entry === undefined) break;
      known.push(entry);
    }
    if (known.length === addresses.length) return known;
    const missing = addresses.filter((address) => table.find(address) === undefined);
    await refresh({ chain: chain.slug, addresses: missing });
    return addresses.map((address) => table.findOrAdd(address));
  };
  return { reload, refresh, find, resolve };
}

/** @param addresses - Of the tokens, and of missing ones: they may have a price. */
async function putAll(
  table: ChainTokens,
  db: Store,
  chain: string,
  addresses: readonly Address[],
  tokens: readonly Token[],
): Promise<void> {
  const prices = await listPricesByToken(db, chain, addresses);
  const byToken = new Map(prices.map((price) => [price.token, price]));
  const known = new Set(tokens.map(({ address }) => address));
  for (const token of tokens) table.put(token, byToken.get(token.address));
  for (const address of addresses) if (!known.has(address)) table.setPrice(address, byToken.get(address));
}

/** Runs tasks one at a time, in order. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
