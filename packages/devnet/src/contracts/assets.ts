/** Assets of the scenario's market: price on the first day in USD, and the daily volatility. */
export const assets = {
  ETH: { usd: 3_400, dailyMove: 0.035 },
  /** Follows ETH: see market.ts. */
  STETH: { usd: 3_398.3, dailyMove: 0 },
  BTC: { usd: 94_000, dailyMove: 0.025 },
  USDC: { usd: 1, dailyMove: 0.0003 },
  USDT: { usd: 1, dailyMove: 0.0004 },
  DAI: { usd: 1, dailyMove: 0.0004 },
  LINK: { usd: 20, dailyMove: 0.05 },
  UNI: { usd: 13, dailyMove: 0.05 },
  AAVE: { usd: 310, dailyMove: 0.05 },
  MKR: { usd: 1_500, dailyMove: 0.04 },
  AMPL: { usd: 1.2, dailyMove: 0.03 },
  STA: { usd: 0.05, dailyMove: 0.06 },
  PEPE: { usd: 0.00002, dailyMove: 0.09 },
  SUSHI: { usd: 1.4, dailyMove: 0.05 },
  MATIC: { usd: 0.46, dailyMove: 0.05 },
  AERO: { usd: 1.3, dailyMove: 0.07 },
  DEGEN: { usd: 0.01, dailyMove: 0.08 },
} as const;

export type Asset = keyof typeof assets;

/** Base units of a token worth this much at first-day prices; without a price, that many whole tokens. */
export function toFirstDayAmount({ asset, decimals }: { asset: Asset | null; decimals: number }, usd: number): bigint {
  return toAmountAt(asset === null ? 1 : assets[asset].usd, decimals, usd);
}

/** Base units worth `usd` at `price` USD per whole token. */
export const toAmountAt = (price: number, decimals: number, usd: number): bigint =>
  (BigInt(Math.round((usd / price) * 1e6)) * 10n ** BigInt(decimals)) / 1_000_000n;
