import type { Address } from "@portico/evm";

/** Results of a feed's `latestRoundData` and `decimals`. */
export interface FeedAnswer {
  answer: bigint;
  updatedAt: number;
  decimals: number;
}

/** The time of an evaluation, and the data read for it. */
export interface PriceInputs {
  /** Unix seconds. Later observations are ignored, and no clock is read. */
  timeAt: number;
  /**
   * The actual balance of a contract, base units: limits a V3 pool's depth. If omitted, V3 pools count for what their
   * liquidity would hold over the full price range. If it returns undefined, the pool is ignored.
   */
  reserves?: ((holder: Address, token: Address) => bigint | undefined) | undefined;
  /** By proxy; a feed that is missing has no answer. If omitted, the aggregators' observations are used. */
  feedAnswers?: ReadonlyMap<Address, FeedAnswer> | undefined;
}
