import { chains, NATIVE_TOKEN, type Address, type Chain } from "@portico/evm";
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

/** Metadata and prices of all tokens, in memory, by chain and address. A token is never half of an old and a new state. */
export interface TokenTable {
  /** Reads every token again; until that is done, what is known stays readable. */
  readonly reload: () => Promise<void>;
  /** Reads tokens again, or all of a chain. */
  readonly refresh: (news: TokenNews) => Promise<void>;
  readonly find: (chain: string, address: Address) => TokenEntry | undefined;
  /**
   * An entry for each of these tokens, which are held. One that is not known, even after looking again, gets an entry that
   * says so.
   */
  readonly resolve: (chain: Chain, addresses: readonly Address[]) => Promise<TokenEntry[]>;
}

/** Tokens read at once. To put them in place must not keep requests waiting. */
const PAGE = 500;

/** @param onChange - Told of a chain when what is known of a token of it is not what it was. */
export function createTokenTable(db: Store, onChange?: (chain: string) => void): TokenTable {
  const tables = new Map(chains.map((chain) => [chain.id, new ChainTokens(chain, onChange)]));
  const inTurn = createTurns(); // what is read later is put in place later

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
    await readSome(table, chain, [NATIVE_TOKEN]); // it has a price even when no indexer wrote it yet
    let after = await readPage(table, chain, undefined);
    while (after !== undefined) after = await readPage(table, chain, after);
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
    const table = tables.get(chain.id) ?? new ChainTokens(chain);
    const known: TokenEntry[] = [];
    for (const address of addresses) {
      const entry = table.find(address);
      if (entry === undefined) break;
      known.push(entry);
    }
    if (known.length === addresses.length) return known;
    const missing = addresses.filter((address) => table.find(address) === undefined);
    await refresh({ chain: chain.id, addresses: missing });
    return addresses.map((address) => table.findOrAdd(address));
  };
  return { reload, refresh, find, resolve };
}

/** @param addresses - Those of the tokens, and those that the store has no token for: they may have a price. */
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

/** Runs one thing at a time, in the order asked for. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
