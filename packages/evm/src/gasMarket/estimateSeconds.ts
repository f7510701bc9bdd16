import { isFull, leastTip } from "./blockTips.ts";
import type { GasBlock, GasWindow } from "./gasWindow.ts";

/** What is offered, in wei per gas: no more than `price` in all, and no more than `tip` above the base fee. */
export interface GasOffer {
  readonly price: bigint;
  readonly tip: bigint;
}

/** How much an empty block lowers the base fee. */
const FALL = 0.125;

/**
 * Seconds until an offer is taken, from how many blocks of the window would have taken it; null when none would, or when it
 * is not known how long a block takes.
 */
export function estimateSeconds(window: GasWindow, offer: GasOffer): number | null {
  const { blockSeconds, blocks } = window;
  if (blockSeconds === null) return null;
  const telling = blocks.filter((block) => block.fullness > 0 && (!isFull(block) || leastTip(block) !== undefined));
  if (telling.length === 0) return offer.price < window.nextBaseFee ? null : Math.ceil(blockSeconds);
  const taking = telling.filter((block) => wouldTake(window, block, offer)).length;
  if (taking === 0) return null;
  const waited = Math.max(telling.length / taking, countFallingBlocks(window, offer));
  return Math.ceil(Math.ceil(waited) * blockSeconds);
}

/**
 * With the base fee of the next block, if the offer reaches that; else with the block's own. A full block took what it shows; one
 * with room would have taken the least that was paid in any of them.
 */
function wouldTake(window: GasWindow, block: GasBlock, { price, tip }: GasOffer): boolean {
  const { nextBaseFee, suggestedTip, blocks } = window;
  const left = price - (price < nextBaseFee ? block.baseFee : nextBaseFee);
  const effective = left < tip ? left : tip;
  if (isFull(block)) return effective >= (leastTip(block) ?? 0n);
  const paid = blocks.flatMap((one) => leastTip(one) ?? []);
  return effective >= (paid.toSorted((a, b) => Number(a - b))[0] ?? suggestedTip ?? 0n);
}

/** Until the base fee can be as low as what is offered; the first of them is the one after which it is. */
function countFallingBlocks({ nextBaseFee }: GasWindow, { price }: GasOffer): number {
  if (price >= nextBaseFee) return 1;
  return 1 + Math.ceil(Math.log(Number(nextBaseFee) / Math.max(Number(price), 1)) / -Math.log(1 - FALL));
}
