/** Percentiles of a block's gas for which eth_feeHistory returns the tip. */
export const TIP_PERCENTILES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

/** Fees of one block. */
export interface GasBlock {
  /** Wei per gas; 0 on chains without base fees. */
  readonly baseFee: bigint;
  /** Gas used ÷ gas limit. */
  readonly fullness: number;
  /** Wei per gas above the base fee at TIP_PERCENTILES, ascending; empty if the block has no transactions. */
  readonly tips: readonly bigint[];
}

/** A chain's recent blocks, for price estimates. */
export interface GasWindow {
  /** Whether transactions have one gas price: prices are all tip then. */
  readonly isLegacy: boolean;
  /** Oldest first. */
  readonly blocks: readonly GasBlock[];
  /** Wei per gas, of the block after them; 0 on legacy chains. */
  readonly nextBaseFee: bigint;
  /** The node's suggested tip in wei per gas; null if there is none. */
  readonly suggestedTip: bigint | null;
  /** Observed block time in seconds; null if unknown. */
  readonly blockSeconds: number | null;
}
