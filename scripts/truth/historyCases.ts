import { isDevnetChain, listTokens, type DevnetChain } from "@portico/devnet";
import type { Address } from "viem";
import type { Asset } from "./historyTruth.ts";
import type { HistoryRequest } from "./historyWalk.ts";
import type { RunningService } from "./runService.ts";

/** A walk, and its expected content. */
export interface HistoryCase {
  query: HistoryRequest;
  by: "cursor" | "time";
  isMeant?: (chain: string, asset: Asset) => boolean;
}

/** Queries with both kinds of paging, various page sizes, single chains, and by token or coin. */
export function listHistoryCases({ devnet }: RunningService, id: Address, index: number): HistoryCase[] {
  const chains = Object.keys(devnet.chains);
  const chain = chains[index % chains.length] as string;
  const tokens = devnet.tokens[chain as DevnetChain] ?? [];
  const token = tokens[index % tokens.length]?.toLowerCase() ?? "";
  const coin = COINS[index % COINS.length] as Coin;
  const count = 5 + ((index * 7) % 16);
  const by = index % 2 === 0 ? "time" : "cursor";
  return [
    { query: { id, count }, by: by === "time" ? "cursor" : "time" },
    { query: { id, chain }, by },
    ...([
      [{ query: { id, chain, token }, by, isMeant: (_chain: string, asset: Asset) => asset === token }],
      [{ query: { id, chain, token: chain }, by, isMeant: (_chain: string, asset: Asset) => asset === "native" }],
      [{ query: { id, coin: coin.id }, by, isMeant: (slug: string, asset: Asset) => isForm(coin, slug, asset) }],
    ][index % 3] as HistoryCase[]),
  ];
}

interface Coin {
  id: string;
  symbols: readonly string[];
  /** By chain. */
  native?: readonly string[];
}

const COINS: readonly Coin[] = [
  { id: "eth", symbols: ["WETH"], native: ["eth", "base"] },
  { id: "usdc", symbols: ["USDC"] },
  { id: "dai", symbols: ["DAI"] },
];

const isForm = ({ symbols, native = [] }: Coin, chain: string, asset: Asset): boolean =>
  asset === "native"
    ? native.includes(chain)
    : isDevnetChain(chain) &&
      listTokens(chain).some(({ symbol, address }) => symbols.includes(symbol) && address.toLowerCase() === asset);
