import type { Address } from "@portico/evm";

/** What a feed's `latestRoundData` and `decimals` say. */
export interface FeedAnswer {
  answer: bigint;
  updatedAt: number;
  decimals: number;
}

/** When prices are wanted, and what was read for then. */
export interface PriceMoment {
  /** Unix seconds. Later observations are not looked at, nor any clock. */
  timeAt: number;
  /**
   * What a contract really holds of a token, base units: a V3 pool counts for no more. Left out: V3 pools count for what
   * their liquidity would hold over all prices. Undefined for a pool: it counts for nothing.
   */
  reserves?: ((holder: Address, token: Address) => bigint | undefined) | undefined;
  /** By proxy; a feed that isn't in it has no answer. Left out: the aggregators' observations count. */
  feedAnswers?: ReadonlyMap<Address, FeedAnswer> | undefined;
}
