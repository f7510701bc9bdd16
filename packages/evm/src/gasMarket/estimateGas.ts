import { growBaseFee, learnBaseFeeGrowth } from "./baseFeeGrowth.ts";
import { isFull, tipAt } from "./blockTips.ts";
import { estimateSeconds, type GasOffer } from "./estimateSeconds.ts";
import type { GasWindow } from "./gasWindow.ts";
import { weightedQuantile } from "./weightedQuantile.ts";

export type GasSpeed = "slow" | "normal" | "fast" | "custom";

/** Wei per gas. */
export interface GasLevel {
  readonly level: GasSpeed;
  /** The most that is offered: the base fee, room for it to rise, and the tip. */
  readonly price: bigint;
  /** Of the next block; null on legacy chains. */
  readonly baseFee: bigint | null;
  /** The tip; null on legacy chains. */
  readonly priorityPrice: bigint | null;
  readonly estimatedSeconds: number | null;
}

interface Aim {
  readonly level: GasSpeed;
  /** Which of a block's paid tips would have been enough: the least ones get in last, and not when more is bid than before. */
  readonly share: number;
  /** The same of a full block, whose tips show what it took. */
  readonly fullShare: number;
  /** In which share of the recent blocks it would have been enough. */
  readonly blocks: number;
  /** How many full blocks the base fee may rise after; what is not needed of it is not paid. */
  readonly room: number;
}

/** `fast` is to be in one of the next two blocks, also if they are full, and if it is sent a block later. */
const AIMS: readonly Aim[] = [
  { level: "slow", share: 0, fullShare: 0, blocks: 0.3, room: 0.5 },
  { level: "normal", share: 0.2, fullShare: 0.1, blocks: 0.6, room: 1 },
  { level: "fast", share: 0.4, fullShare: 0.3, blocks: 0.9, room: 2 },
];

/** After so many blocks one counts half as much. */
const HALF_LIFE = 5;

/** Slow, normal and fast, none below the one before; then `custom` when a price above 0 is given. */
export function estimateGas(window: GasWindow, customPrice = 0n): GasLevel[] {
  const growth = learnBaseFeeGrowth(window);
  let [tip, price] = [0n, 0n];
  const levels = AIMS.map((aim) => {
    tip = max(tip, findTip(window, aim));
    price = max(price, growBaseFee(window.nextBaseFee, (1 + growth) ** aim.room - 1) + tip);
    return toLevel(window, { level: aim.level, price, tip });
  });
  if (customPrice <= 0n) return levels;
  return [...levels, toLevel(window, { level: "custom", price: customPrice, tip: customPrice })];
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** What the node suggests where nobody paid a tip. */
function findTip({ blocks, suggestedTip }: GasWindow, { share, fullShare, blocks: part }: Aim): bigint {
  const enough = blocks.toReversed().flatMap((block, age) => {
    const value = tipAt(block, isFull(block) ? fullShare : share);
    return value === undefined ? [] : [{ value, weight: 0.5 ** (age / HALF_LIFE) }];
  });
  return weightedQuantile(enough, part) ?? suggestedTip ?? 0n;
}

/** @param offer - Its tip may be more than the price has room for. */
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
