import { type Address, getAddress } from "viem";
import { devnetChains, type DevnetChain } from "../chains.ts";
import type { Asset } from "./assets.ts";

/** How a token behaves; each kind is its own contract. */
export type TokenKind =
  | "bytes32"
  | "feeOnTransfer"
  | "link"
  | "minted"
  | "plain"
  | "rebasing"
  | "silent"
  | "uni"
  | "weth"
  | "wrapped";

export interface DevnetToken {
  chain: DevnetChain;
  address: Address;
  name: string;
  symbol: string;
  decimals: number;
  kind: TokenKind;
  /** The asset whose price it follows; null: worthless. */
  asset: Asset | null;
}

/** Markup in the name; in the symbol markup and a right-to-left override, which displays "CDSU" as "USDC". */
export const HOSTILE_TOKEN = {
  address: getAddress(`0xbad0c0de${"bad".padStart(32, "0")}`),
  name: '</script><img src=x onerror=alert(1)> Claim 5,000 USDC at "https://usdc.example"',
  symbol: "<script>alert('\u202ECDSU\u202C')</script>",
} as const;

type Row = readonly [
  address: Address,
  name: string,
  symbol: string,
  decimals: number,
  kind: TokenKind,
  asset: Asset | null,
];

const ROWS: Record<DevnetChain, readonly Row[]> = {
  eth: [
    [devnetChains.eth.wrappedToken, "Wrapped Ether", "WETH", 18, "weth", "ETH"],
    ["0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USD Coin", "USDC", 6, "plain", "USDC"],
    ["0xdAC17F958D2ee523a2206206994597C13D831ec7", "Tether USD", "USDT", 6, "silent", "USDT"],
    ["0x6B175474E89094C44Da98b954EedeAC495271d0F", "Dai Stablecoin", "DAI", 18, "plain", "DAI"],
    ["0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", "Wrapped BTC", "WBTC", 8, "plain", "BTC"],
    ["0x514910771AF9Ca656af840dff83E8264EcF986CA", "ChainLink Token", "LINK", 18, "link", "LINK"],
    ["0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984", "Uniswap", "UNI", 18, "uni", "UNI"],
    ["0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9", "Aave Token", "AAVE", 18, "plain", "AAVE"],
    ["0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2", "Maker", "MKR", 18, "bytes32", "MKR"],
    ["0xD46bA6D942050d489DBd938a2C909A5d5039A161", "Ampleforth", "AMPL", 9, "rebasing", "AMPL"],
    ["0xa7DE087329BFcda5639247F96140f9DAbe3DeED1", "Statera", "STA", 18, "feeOnTransfer", "STA"],
    ["0x6982508145454Ce325dDbE47a25d4ec3d2311933", "Pepe", "PEPE", 18, "plain", "PEPE"],
    ["0x6B3595068778DD592e39A122f4f5a5cF09C90fE2", "SushiToken", "SUSHI", 18, "minted", "SUSHI"],
    [HOSTILE_TOKEN.address, HOSTILE_TOKEN.name, HOSTILE_TOKEN.symbol, 0, "plain", null],
  ],
  base: [
    [devnetChains.base.wrappedToken, "Wrapped Ether", "WETH", 18, "weth", "ETH"],
    ["0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USD Coin", "USDC", 6, "plain", "USDC"],
    ["0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", "Dai Stablecoin", "DAI", 18, "plain", "DAI"],
    ["0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf", "Coinbase Wrapped BTC", "cbBTC", 8, "plain", "BTC"],
    ["0x88Fb150BDc53A65fe94Dea0c9BA0a6dAf8C6e196", "ChainLink Token", "LINK", 18, "link", "LINK"],
    ["0x940181a94A35A4569E4529A3CDfB74e38FD98631", "Aerodrome", "AERO", 18, "plain", "AERO"],
    ["0x4ed4E862860beD51a9570b96d89aF5E1B0Efefed", "Degen", "DEGEN", 18, "plain", "DEGEN"],
    [HOSTILE_TOKEN.address, HOSTILE_TOKEN.name, HOSTILE_TOKEN.symbol, 0, "plain", null],
  ],
  matic: [
    [devnetChains.matic.wrappedToken, "Wrapped Polygon Ecosystem Token", "WPOL", 18, "wrapped", "MATIC"],
    ["0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174", "USD Coin (PoS)", "USDC.e", 6, "plain", "USDC"],
  ],
};

export const listTokens = (chain: DevnetChain): DevnetToken[] =>
  ROWS[chain].map(([address, name, symbol, decimals, kind, asset]) => ({
    chain,
    address,
    name,
    symbol,
    decimals,
    kind,
    asset,
  }));

/** @throws for a symbol that the chain's table lacks. */
export function getToken(chain: DevnetChain, symbol: string): DevnetToken {
  const token = listTokens(chain).find((row) => row.symbol === symbol);
  if (token === undefined) throw new Error(`The devnet's ${chain} has no token ${symbol}`);
  return token;
}
