import { max } from "../bigints.ts";
import { growBaseFee, estimateBaseFeeGrowth } from "./baseFeeGrowth.ts";
import { isFull, tipAt } from "./blockTips.ts";
import { estimateSeconds, type GasOffer } from "./estimateSeconds.ts";
import type { GasWindow } from "./gasWindow.ts";
import { weightedQuantile } from "./weightedQuantile.ts";

export type GasSpeed = "slow" | "normal" | "fast" | "custom";

/** Wei per gas. */
export interface GasLevel {
  readonly level: GasSpeed;
  /** Maximum price: the base fee, headroom for its increase, and the tip. */
  readonly price: bigint;
  /** Of the next block; null on legacy chains. */
  readonly baseFee: bigint | null;
  /** The tip; null on legacy chains. */
  readonly priorityPrice: bigint | null;
  readonly estimatedSeconds: number | null;
}

interface Aim {
  readonly level: GasSpeed;
  /** Quantile of a block's paid tips that is sufficient: the lowest are included last, and not when bids rise. */
  readonly share: number;
  /** The same for a full block, whose tips show its price. */
  readonly fullShare: number;
  /** Fraction of recent blocks in which it would have been sufficient. */
  readonly blocks: number;
  /** Number of full blocks whose base fee increase is covered; the unused part is not paid. */
  readonly room: number;
}

/** `fast` targets one of the next two blocks, even if they are full and it is sent a block later. */
const AIMS: readonly Aim[] = [
  { level: "slow", share: 0, fullShare: 0, blocks: 0.3, room: 0.5 },
  { level: "normal", share: 0.2, fullShare: 0.1, blocks: 0.6, room: 1 },
  { level: "fast", share: 0.4, fullShare: 0.3, blocks: 0.9, room: 2 },
];

/** Number of blocks after which a block's weight halves. */
const HALF_LIFE = 5;

/** Slow, normal and fast, in ascending order; then `custom` if a price above 0 is given. */
export function estimateGas(window: GasWindow, customPrice = 0n): GasLevel[] {
  const growth = estimateBaseFeeGrowth(window);
  let [tip, price] = [0n, 0n];
  const levels = AIMS.map((aim) => {
    tip = max(tip, findTip(window, aim));
    price = max(price, growBaseFee(window.nextBaseFee, (1 + growth) ** aim.room - 1) + tip);
    return toLevel(window, { level: aim.level, price, tip });
  });
  if (customPrice <= 0n) return levels;
  return [...levels, toLevel(window, { level: "custom", price: customPrice, tip: customPrice })];
}

/** The node's suggestion if no tip was paid. */
function findTip({ blocks, suggestedTip }: GasWindow, { share, fullShare, blocks: part }: Aim): bigint {
  const enough = blocks.toReversed().flatMap((block, age) => {
    const value = tipAt(block, isFull(block) ? fullShare : share);
    return value === undefined ? [] : [{ value, weight: 0.5 ** (age / HALF_LIFE) }];
  });
  return weightedQuantile(enough, part) ?? suggestedTip ?? 0n;
}

/** @param offer - Its tip may exceed the price's headroom. */
function toLevel(window: GasWindow, { level, ...offer }: GasOffer & { readonly level: GasSpeed }): GasLevel {
  const { isLegacy, nextBaseFee } = window;
  const { price, tip } = offer;
  const above = max(0n, price - nextBaseFee);
  return {
    level,
    price,
    baseFee: isLegacy ? null : nextBaseFee,
    priorityPrice: isLegacy ? null : tip < above ? tip : above,
    estimatedSeconds: estimateSeconds(window, offer),
  };
}
