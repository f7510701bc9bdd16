import type { GasBlock } from "./gasWindow.ts";

/** Fullness from which a block had no room: the rest fits few transactions. */
const FULL = 0.95;

export const isFull = ({ fullness }: GasBlock): boolean => fullness >= FULL;

/** Tips above zero: block producers and systems include their own transactions for free. */
const paidTips = ({ tips }: GasBlock): readonly bigint[] => tips.filter((tip) => tip > 0n);

/** The lowest tip included in the block; undefined if none was paid. */
export const minTip = (block: GasBlock): bigint | undefined => paidTips(block)[0];

/** The tip at a fraction of the paid ones, 0 the lowest and 1 the highest; undefined if none was paid. */
export function tipAt(block: GasBlock, share: number): bigint | undefined {
  const paid = paidTips(block);
  return paid[Math.min(paid.length - 1, Math.floor(share * paid.length))];
}
