import type { Offer } from "./feeMarket.ts";
import type { MarketBlock } from "./marketBlock.ts";

/** Whether and at what price a transaction was included. */
export interface Outcome {
  readonly isInTwo: boolean;
  /** The paid price ÷ the minimum that would have been enough for one of the two blocks; NaN if it was in neither. */
  readonly overpaid: number;
}

/** Follows a plain transfer, too small to displace another transaction, through the two blocks after it was sent. */
export function followOffer({ maxFee, maxTip }: Offer, blocks: readonly MarketBlock[]): Outcome {
  const priceIn = ({ baseFee }: MarketBlock): number => Math.min(maxFee, baseFee + maxTip);
  const taking = blocks.find((block) => priceIn(block) >= block.minPrice);
  const enough = Math.min(...blocks.map(({ minPrice }) => minPrice));
  return { isInTwo: taking !== undefined, overpaid: taking === undefined ? Number.NaN : priceIn(taking) / enough };
}
