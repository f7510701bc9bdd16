import { GENESIS_TIME_AT } from "../chains.ts";
import { type Asset, assets } from "../contracts/assets.ts";
import { createRandom } from "./random.ts";

/** Prices of all assets over time, in USD; the same on all chains. */
export interface Market {
  getUsd(asset: Asset, timeAt: number): number;
}

const HOUR_S = 3_600;
/** Relative to the coin: unstaking takes time. */
const STAKED_WORTH = 0.9995;

/** An hourly random walk per asset; stable coins revert to 1. */
export function createMarket(seed: number): Market {
  const walks = new Map<Asset, number[]>();
  const randoms = new Map<Asset, ReturnType<typeof createRandom>>();
  const extend = (asset: Asset, hours: number): number[] => {
    const { usd, dailyMove } = assets[asset];
    const walk = walks.get(asset) ?? [usd];
    const random = randoms.get(asset) ?? createRandom(seed, `price of ${asset}`);
    walks.set(asset, walk);
    randoms.set(asset, random);
    while (walk.length <= hours)
      walk.push(step(walk.at(-1) ?? usd, usd, (dailyMove / Math.sqrt(24)) * random.normal()));
    return walk;
  };
  const getUsd: Market["getUsd"] = (asset, timeAt) => {
    if (asset === "STETH") return Number((getUsd("ETH", timeAt) * STAKED_WORTH).toPrecision(9));
    const hour = Math.max(0, Math.floor((timeAt - GENESIS_TIME_AT) / HOUR_S));
    return extend(asset, hour)[hour] ?? assets[asset].usd;
  };
  return { getUsd };
}

/** Math.exp and similar functions may differ in the last bit between machines, so prices are rounded to 9 digits. */
function step(current: number, first: number, move: number): number {
  const pull = first === 1 ? (1 - current) * 0.1 : 0;
  return Number((current * (1 + move) + pull).toPrecision(9));
}
