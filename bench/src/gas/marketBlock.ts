export interface Included {
  readonly gas: number;
  readonly tip: number;
  /** Included by the producer itself, without a tip. */
  readonly isOwn: boolean;
}

export interface MarketBlock {
  readonly number: number;
  readonly timeAt: number;
  readonly baseFee: number;
  readonly gasLimit: number;
  readonly gasUsed: number;
  /** Highest tip first, after the producer's own. */
  readonly included: readonly Included[];
  /**
   * The minimum price, in wei per gas, at which one more plain transfer would have been included; Infinity if there was
   * no room.
   */
  readonly minPrice: number;
}
