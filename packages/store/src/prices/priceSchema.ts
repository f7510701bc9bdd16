import type { ColumnType, Generated } from "kysely";
import type { Bytea } from "../encoding/bytea.ts";
import type { EpochSeconds } from "../encoding/epochSeconds.ts";

export type PriceTable = {
  chain: string;
  token: Bytea;
  usd: number;
  source: string;
  block_number: bigint;
  time_at: EpochSeconds;
  /** A day before that block; null if unknown. */
  day_ago_usd: number | null;
};

/** A price source, or an address that was checked and is not one. */
export type PriceSourceTable = {
  chain: string;
  address: Bytea;
  kind: "feed" | "none" | "rate" | "v2" | "v3";
  /** Of a pool; token0 only: the unit of a rate. */
  token0: Bytea | null;
  token1: Bytea | null;
  /** Of a V3 pool, in hundredths of a basis point. */
  fee: number | null;
  /** The proxy of an aggregator, in this one of its phases. */
  feed: Bytea | null;
  phase: number | null;
  /** The block at which it was checked. */
  block_number: bigint;
  /** Whether it was passed to the chain's adapters. */
  is_classified: Generated<boolean>;
};

type Numeric = ColumnType<string | null, bigint | null, bigint | null>;

/** A source's state at the end of a block. For the meaning of the columns see priceObservations.ts. */
export type PriceObservationTable = {
  chain: string;
  block_number: bigint;
  address: Bytea;
  time_at: EpochSeconds;
  raw0: Numeric;
  raw1: Numeric;
  sqrt_price: Numeric;
  liquidity: Numeric;
  supply: Numeric;
};

/** A price from a time until the next row; 0: none that can be trusted. */
export type PricePointTable = { chain: string; token: Bytea; time_at: EpochSeconds; usd: number };

/** See PriceClock. */
export type PriceClockTable = {
  chain: string;
  time_at: EpochSeconds;
  first_time_at: EpochSeconds | null;
  goal_time_at: EpochSeconds | null;
};

/** See PriceBackfill. */
export type PriceBackfillTable = { chain: string; token: Bytea; until_at: EpochSeconds; since_at: EpochSeconds };

/** See ExchangeRate. */
export type ExchangeRateTable = {
  chain: string;
  currency: string;
  feed: Bytea;
  usd: number;
  heartbeat: number;
  answered_at: EpochSeconds;
  block_number: bigint;
  time_at: EpochSeconds;
};

export type PriceDatabase = {
  price: PriceTable;
  price_backfill: PriceBackfillTable;
  price_source: PriceSourceTable;
  price_observation: PriceObservationTable;
  price_point: PricePointTable;
  price_clock: PriceClockTable;
  exchange_rate: ExchangeRateTable;
};
