import { isFull, minTip } from "./blockTips.ts";
import type { GasBlock, GasWindow } from "./gasWindow.ts";

/** An offer in wei per gas: at most `price` in total, and at most `tip` above the base fee. */
export interface GasOffer {
  readonly price: bigint;
  readonly tip: bigint;
}

/** Relative base fee decrease after an empty block. */
const FALL = 0.125;

/**
 * Seconds until an offer is included, by the blocks of the window that would have included it; null if none would, or
 * if
 * the block time is unknown.
 */
export function estimateSeconds(window: GasWindow, offer: GasOffer): number | null {
  const { blockSeconds, blocks } = window;
  if (blockSeconds === null) return null;
  const informative = blocks.filter((block) => block.fullness > 0 && (!isFull(block) || minTip(block) !== undefined));
  if (informative.length === 0) return offer.price < window.nextBaseFee ? null : Math.ceil(blockSeconds);
  const taking = informative.filter((block) => wouldTake(window, block, offer)).length;
  if (taking === 0) return null;
  const waited = Math.max(informative.length / taking, countFallingBlocks(window, offer));
  return Math.ceil(Math.ceil(waited) * blockSeconds);
}

/**
 * Uses the next block's base fee if the offer covers it, otherwise the block's own. A full block's price is its lowest
 * tip; one
 * with room would have accepted the lowest tip of any block.
 */
function wouldTake(window: GasWindow, block: GasBlock, { price, tip }: GasOffer): boolean {
  const { nextBaseFee, suggestedTip, blocks } = window;
  const left = price - (price < nextBaseFee ? block.baseFee : nextBaseFee);
  const effective = left < tip ? left : tip;
  if (isFull(block)) return effective >= (minTip(block) ?? 0n);
  const paid = blocks.flatMap((one) => minTip(one) ?? []);
  return effective >= (paid.toSorted((a, b) => Number(a - b))[0] ?? suggestedTip ?? 0n);
}

/** Number of blocks until the base fee can have fallen to the offer, including the last one. */
function countFallingBlocks({ nextBaseFee }: GasWindow, { price }: GasOffer): number {
  if (price >= nextBaseFee) return 1;
  return 1 + Math.ceil(Math.log(Number(nextBaseFee) / Math.max(Number(price), 1)) / -Math.log(1 - FALL));
}
