/** Of a block's gas, how much paid at most the tip that stands at the same place: what eth_feeHistory is asked for. */
export const TIP_PERCENTILES = [5, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

/** What one block took. */
export interface GasBlock {
  /** Wei per gas; 0 on chains without base fees. */
  readonly baseFee: bigint;
  /** Gas used ÷ gas limit. */
  readonly fullness: number;
  /** Wei per gas above the base fee at TIP_PERCENTILES, ascending; empty when the block has no transactions. */
  readonly tips: readonly bigint[];
}

/** What is known of a chain's recent blocks when a price is asked for. */
export interface GasWindow {
  /** Whether its transactions name one price, not two: prices are all tip then. */
  readonly isLegacy: boolean;
  /** Oldest first. */
  readonly blocks: readonly GasBlock[];
  /** Wei per gas, of the block after them; 0 on legacy chains. */
  readonly nextBaseFee: bigint;
  /** Wei per gas that the node suggests on top of the base fee; null when it suggests nothing. */
  readonly suggestedTip: bigint | null;
  /** Seconds from block to block, as observed; null when unknown. */
  readonly blockSeconds: number | null;
}
