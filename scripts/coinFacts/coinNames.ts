/** A coin, and the names of its tokens in the address books. */
export interface CoinName {
  name: string;
  /** Assets of Aave's markets (@bgd-labs/aave-address-book), separated by spaces. */
  aave: string;
  /** Tokens of blockchain-addressbook, separated by spaces. */
  beefy: string;
}

const coin = (name: string, aave: string, beefy: string = aave): CoinName => ({ name, aave, beefy });

/**
 * By coin id: a symbol in lower case. Includes tokens that represent one unit of the coin, by its issuer or a bridge;
 * interest-bearing forms (a receipt, a staked form) are different coins. Native coins and their wrapped tokens are in
 * the chain table.
 */
export const coinNames: Readonly<Record<string, CoinName>> = {
  eth: coin("Ether", "WETH WETHe ETH", "WETH WETHe WETHV1 ETH"),
  btc: coin("Bitcoin", "WBTC WBTCe BTCb BTCB cbBTC tBTC kBTC", "WBTC WBTCe BTCb BTCB cbBTC tBTC UBTC axlWBTC lzWBTC"),
  usdc: coin("USD Coin", "USDC USDCn USDCe USDbC mUSDC", "USDC USDCn USDCe USDbC arbUSDCe opUSDCe pUSDCe axlUSDC"),
  usdt: coin("Tether USD", "USDT USDT0 USDTe USDt mUSDT", "USDT USDT0 USDTe axlUSDT rUSDT"),
  dai: coin("Dai", "DAI DAIe mDAI", "DAI DAIe DAIV1 axlDAI"),
  bnb: coin("BNB", "WBNB", "WBNB BNB"),
  pol: coin("POL (formerly MATIC)", "WPOL", "WPOL POL MATIC WMATIC"),
  avax: coin("Avalanche", "WAVAX", "WAVAX AVAX"),
  cro: coin("Cronos", "", "WCRO CRO"),
  metis: coin("Metis", "Metis", "WMETIS METIS"),
  fuse: coin("Fuse", "", "WFUSE FUSE"),
  kava: coin("Kava", "", "WKAVA KAVA"),
  ape: coin("ApeCoin", "", "APE"),
  gho: coin("GHO", "GHO"),
  usds: coin("USDS", "USDS"),
  usde: coin("USDe", "USDe"),
  susde: coin("Staked USDe", "sUSDe"),
  usdtb: coin("USDtb", "USDtb"),
  eurc: coin("EURC", "EURC"),
  pyusd: coin("PayPal USD", "PYUSD"),
  rlusd: coin("Ripple USD", "RLUSD"),
  lusd: coin("Liquity USD", "LUSD"),
  fdusd: coin("First Digital USD", "FDUSD"),
  crvusd: coin("Curve USD", "crvUSD"),
  steth: coin("Lido Staked Ether", "stETH"),
  wsteth: coin("Wrapped Staked Ether", "wstETH"),
  weeth: coin("Wrapped eETH", "weETH"),
  reth: coin("Rocket Pool Ether", "rETH"),
  cbeth: coin("Coinbase Wrapped Staked ETH", "cbETH"),
  link: coin("Chainlink", "LINK LINKe"),
  uni: coin("Uniswap", "UNI", "UNI UNIe"),
  aave: coin("Aave", "AAVE AAVEe"),
  crv: coin("Curve DAO Token", "CRV"),
  ldo: coin("Lido DAO Token", "LDO"),
  mkr: coin("Maker", "MKR"),
  snx: coin("Synthetix Network Token", "SNX"),
  bal: coin("Balancer", "BAL"),
  comp: coin("Compound", "", "COMP"),
  sushi: coin("SushiToken", "SUSHI", "SUSHI SUSHIe"),
  cake: coin("PancakeSwap Token", "Cake", "CAKE"),
  pendle: coin("Pendle", "", "PENDLE"),
  rpl: coin("Rocket Pool Protocol", "RPL"),
  ens: coin("Ethereum Name Service", "ENS"),
  gno: coin("Gnosis Token", "GNO"),
  arb: coin("Arbitrum", "ARB"),
  op: coin("Optimism", "OP"),
  zk: coin("ZKsync", "ZK"),
  scr: coin("Scroll", "SCR"),
};
