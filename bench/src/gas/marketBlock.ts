export interface Included {
  readonly gas: number;
  readonly tip: number;
  /** By the producer itself, without a tip. */
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
  /** The least price, in wei per gas, that one more plain transfer would have needed; Infinity when there was no room at all. */
  readonly leastPrice: number;
}
