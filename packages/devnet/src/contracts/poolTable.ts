import type { DevnetChain } from "../chains.ts";
import { getToken, type DevnetToken } from "./tokenTable.ts";

export interface DevnetPool {
  dex: "v2" | "v3";
  /** In address order, as in the pool. */
  token0: DevnetToken;
  token1: DevnetToken;
  /** Hundredths of a basis point; always 3000 for V2. */
  fee: number;
  /** The treasury's liquidity on each side, in USD. */
  depthUsd: number;
}

type Row = readonly [dex: DevnetPool["dex"], fee: number, symbolA: string, symbolB: string, depthUsd: number];

const ROWS: Record<DevnetChain, readonly Row[]> = {
  eth: [
    ["v2", 3000, "USDC", "WETH", 20e6],
    ["v2", 3000, "WETH", "USDT", 20e6],
    ["v2", 3000, "DAI", "WETH", 5e6],
    ["v2", 3000, "UNI", "WETH", 3e6],
    ["v2", 3000, "MKR", "WETH", 2e6],
    ["v2", 3000, "PEPE", "WETH", 4e6],
    ["v2", 3000, "STA", "WETH", 1e6],
    ["v3", 3000, "USDC", "WETH", 40e6],
    ["v3", 500, "USDC", "WETH", 60e6],
    ["v3", 3000, "WETH", "USDT", 20e6],
    ["v3", 3000, "WBTC", "WETH", 50e6],
    ["v3", 3000, "LINK", "WETH", 10e6],
    ["v3", 100, "DAI", "USDC", 20e6],
  ],
  base: [
    ["v2", 3000, "WETH", "USDC", 5e6],
    ["v2", 3000, "WETH", "DEGEN", 1e6],
    ["v3", 500, "WETH", "USDC", 20e6],
    ["v3", 3000, "WETH", "USDC", 5e6],
    ["v3", 3000, "WETH", "cbBTC", 8e6],
    ["v3", 3000, "WETH", "AERO", 3e6],
  ],
  matic: [],
};

export const listPools = (chain: DevnetChain, dex: DevnetPool["dex"]): DevnetPool[] =>
  ROWS[chain]
    .filter(([poolDex]) => poolDex === dex)
    .map(([, fee, symbolA, symbolB, depthUsd]) => {
      const [a, b] = [getToken(chain, symbolA), getToken(chain, symbolB)];
      const [token0, token1] = a.address.toLowerCase() < b.address.toLowerCase() ? [a, b] : [b, a];
      return { dex, fee, depthUsd, token0, token1 };
    });
