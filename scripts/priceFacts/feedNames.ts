import type { Address } from "@portico/evm";

/** The address book's name of an asset's US-dollar feed, and whether it is another asset's. */
export interface FeedName {
  base: string;
  /** The feed is that of the asset to which the token is pegged; the token may lose the peg. */
  isPeg: boolean;
}

const own = (base: string): FeedName => ({ base, isPeg: false });
const peg = (base: string): FeedName => ({ base, isPeg: true });

/** By chain. xDAI is DAI locked on Ethereum; Polygon's POL kept the feed of MATIC. */
export const nativeFeeds: Readonly<Record<string, FeedName>> = {
  eth: own("ETH"),
  arb: own("ETH"),
  op: own("ETH"),
  base: own("ETH"),
  scrl: own("ETH"),
  linea: own("ETH"),
  era: own("ETH"),
  soneium: own("ETH"),
  avax: own("AVAX"),
  bsc: own("BNB"),
  celo: own("CELO"),
  matic: own("MATIC"),
  mnt: own("MNT"),
  metis: own("METIS"),
  sonic: own("S"),
  xdai: peg("DAI"),
};

/** Assets of Aave's markets whose plain feed has their own name. */
const OWN = new Set(
  (
    "AAVE ARB AUSD BAL CRV CVX DAI ENS EURC FDUSD FRAX FXS GHO GNO KNC LINK LUSD OP PYUSD RLUSD RPL SCR SNX STG SUSHI " +
    "UNI USDC USDG USDS USDT USDe USDtb YFI ZK crvUSD sUSDe"
  ).split(" "),
);

/** Assets with a differently named feed, or pegged to another asset. */
const NAMED: Readonly<Record<string, FeedName>> = {
  BTCB: peg("BTC"),
  BTCb: peg("BTC"),
  Cake: own("CAKE"),
  ETH: peg("ETH"),
  LINKe: peg("LINK"),
  USDCn: own("USDC"),
  USDCe: peg("USDC"),
  USDT0: peg("USDT"),
  USDbC: peg("USDC"),
  USDt: own("USDT"),
  WBTC: peg("BTC"),
  WETH: peg("ETH"),
  cbBTC: peg("BTC"),
  crvUSD: own("CRVUSD"),
  mDAI: peg("DAI"),
  mUSDC: peg("USDC"),
  mUSDT: peg("USDT"),
  tBTC: peg("BTC"),
};

/** Issued there by a bridge, not by their issuer. */
const BRIDGED: Readonly<Record<string, readonly string[]>> = {
  arb: ["DAI", "USDC"],
  avax: ["FRAX"],
  bsc: ["USDC", "USDT"],
  era: ["USDT"],
  linea: ["USDC", "USDT"],
  matic: ["DAI", "USDC"],
  mnt: ["USDC"],
  op: ["DAI", "USDC"],
  scrl: ["USDC"],
  soneium: ["USDT"],
  xdai: ["USDC"],
};

/** @returns undefined if no plain feed certainly belongs to the asset. */
export function feedsOfAssets(chain: string, asset: string): FeedName | undefined {
  if (asset === "WETH" && nativeFeeds[chain]?.base === "ETH") return undefined; // it is the wrapped coin
  if (BRIDGED[chain]?.includes(asset) === true) return peg(asset);
  return NAMED[asset] ?? (OWN.has(asset) ? own(asset) : undefined);
}

/** Ethereum tokens that are not assets of Aave's markets and have their own feed. */
export const ethereumTokens: Readonly<Record<string, Address>> = {
  APE: "0x4d224452801aced8b2f0aebe155379bb5d594381",
  COMP: "0xc00e94cb662c3520282e6f5717214004a7f26888",
  GRT: "0xc944e90c64b2c07662a292be6244bdf05cda44a7",
  PAXG: "0x45804880de22913dafe09f4980848ece6ecbaf78",
  SAND: "0x3845badade8e6dff049820680d1f14bd3903a5d0",
  SUSHI: "0x6b3595068778dd592e39a122f4f5a5cf09c90fe2",
};
