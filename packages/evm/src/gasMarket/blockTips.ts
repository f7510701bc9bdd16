import type { GasBlock } from "./gasWindow.ts";

/** From here on a block had no room for more: what is left fits few transactions. */
const FULL = 0.95;

export const isFull = ({ fullness }: GasBlock): boolean => fullness >= FULL;

/** Those that somebody paid: producers and systems put transactions of their own in for nothing, which others can't. */
const paidTips = ({ tips }: GasBlock): readonly bigint[] => tips.filter((tip) => tip > 0n);

/** The least tip that the block took from somebody; undefined when nobody paid one. */
export const leastTip = (block: GasBlock): bigint | undefined => paidTips(block)[0];

/** The tip at this share of those that were paid, 0 the least and 1 the greatest; undefined when nobody paid one. */
export function tipAt(block: GasBlock, share: number): bigint | undefined {
  const paid = paidTips(block);
  return paid[Math.min(paid.length - 1, Math.floor(share * paid.length))];
}
