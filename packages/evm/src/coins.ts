import type { Address } from "viem";
import { chains } from "./chains.ts";
import rows from "./coins.json" with { type: "json" };
import { NATIVE_TOKEN } from "./nativeToken.ts";

/** One asset under many addresses: a native coin, its wrapped token, and issued or bridged forms on other chains. */
export interface Coin {
  /** Symbol in lower case: "usdc". */
  id: string;
  name: string;
  /** By chain; without duplicates, lower-case. NATIVE_TOKEN for the chain's native coin. */
  tokens: ReadonlyMap<string, readonly Address[]>;
}

/** Native coins whose symbol differs from their coin's; null: not a coin of its own. */
const NATIVE_IDS: Readonly<Record<string, string | null>> = {
  BTC: "btc",
  RBTC: "btc",
  USD: null,
  USDT0: "usdt",
  cBTC: "btc",
  xDai: "dai",
};

/** Former names of coins. */
const FORMER: Readonly<Record<string, string>> = { matic: "pol" };

const nativeId = (symbol: string): string | null => {
  const id = NATIVE_IDS[symbol];
  return id === undefined ? symbol.toLowerCase() : id;
};

function createCoins(): Map<string, Coin> {
  const coins = new Map<string, { id: string; name: string; tokens: Map<string, Address[]> }>();
  const add = (id: string, name: string, chain: string, token: Address): void => {
    const coin = coins.get(id) ?? { id, name, tokens: new Map<string, Address[]>() };
    const ofChain = coin.tokens.get(chain) ?? [];
    if (!ofChain.includes(token)) ofChain.push(token);
    coin.tokens.set(chain, ofChain);
    coins.set(id, coin);
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- coins.test.ts checks every row
  for (const { id, name, tokens } of rows as CoinRow[]) for (const row of tokens) add(id, name, row.chain, row.token);
  for (const { slug: chain, native, wrappedToken } of chains) {
    const id = nativeId(native.symbol);
    if (id === null) continue;
    add(id, native.name, chain, NATIVE_TOKEN);
    if (wrappedToken !== null) add(id, native.name, chain, wrappedToken);
  }
  return coins;
}

interface CoinRow {
  id: string;
  name: string;
  tokens: { chain: string; token: Address; sources: string[] }[];
}

const coins = createCoins();

/** From the chain table and coins.json, written by scripts/coinFacts.ts: each row there names its sources. */
export const coinIds: readonly string[] = [...coins.keys()].toSorted();

/** @param id - In any letter case. */
export function findCoin(id: string): Coin | undefined {
  const lower = id.toLowerCase();
  return coins.get(FORMER[lower] ?? lower);
}

let byToken: ReadonlyMap<string, Coin> | undefined;

/** The coin that a token is, on its chain; undefined if it is none of the table. */
export function findCoinOf(chain: string, token: Address): Coin | undefined {
  byToken ??= new Map(
    [...coins.values()].flatMap((coin) =>
      [...coin.tokens].flatMap(([slug, tokens]) => tokens.map((one) => [`${slug} ${one}`, coin] as const)),
    ),
  );
  return byToken.get(`${chain} ${token}`);
}
