import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNullableArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import type { PriceObservationTable } from "./priceSchema.ts";

/** The last observation of a source in a block; exact on-chain integers. Null if the source doesn't have the field. */
export interface PriceObservation {
  address: Address;
  blockNumber: bigint;
  /** Of the block, unix seconds. */
  timeAt: number;
  /**
   * A feed's answer, possibly zero or negative; a V2 pool's reserve of token0; for a rate, the value of one whole
   * token.
   */
  raw0: bigint | null;
  /** A feed's time of answer (unix seconds); a V2 pool's reserve of token1. */
  raw1: bigint | null;
  /** For a V3 pool: √(token1/token0) · 2^96, and the liquidity in range. */
  sqrtPrice: bigint | null;
  liquidity: bigint | null;
  /** Total supply of a V2 pool's shares. */
  supply: bigint | null;
}

/**
 * Adds observations, each source and block once; for an existing one, given fields replace stored ones, and the rest
 * remain. By primary key.
 */
export async function insertObservations(
  db: Store,
  chain: string,
  observations: readonly PriceObservation[],
): Promise<void> {
  if (observations.length === 0) return;
  const column = (name: "liquidity" | "raw0" | "raw1" | "sqrtPrice" | "supply") =>
    toNullableArray(observations.map((one) => one[name]));
  const addresses = toByteaArray(observations.map(({ address }) => address));
  const blocks = toNumberArray(observations.map(({ blockNumber }) => blockNumber));
  const times = toNumberArray(observations.map(({ timeAt }) => timeAt));
  await sql`
    insert into price_observation as o
      (chain, address, block_number, time_at, raw0, raw1, sqrt_price, liquidity, supply)
    select ${chain}, t.* from unnest(${addresses}::bytea[], ${blocks}::bigint[], ${times}::bigint[],
      ${column("raw0")}::numeric[], ${column("raw1")}::numeric[], ${column("sqrtPrice")}::numeric[],
      ${column("liquidity")}::numeric[], ${column("supply")}::numeric[]) as t(address, block_number)
    order by block_number, address
    on conflict (chain, block_number, address) do update set
      raw0 = coalesce(excluded.raw0, o.raw0), raw1 = coalesce(excluded.raw1, o.raw1),
      sqrt_price = coalesce(excluded.sqrt_price, o.sqrt_price), liquidity = coalesce(excluded.liquidity, o.liquidity),
      supply = coalesce(excluded.supply, o.supply)`.execute(db);
}

/**
 * The newest observation of every source (see priceSources.ts) at or before a block, one each, by address; sources
 * without one are left out. One look-up in price_observation_by_address for each source.
 */
export async function listLastObservations(db: Store, chain: string, blockNumber: bigint): Promise<PriceObservation[]> {
  const { rows } = await sql<Row>`
    select o.* from price_source s cross join lateral (
      select * from price_observation
      where chain = s.chain and address = s.address and block_number <= ${blockNumber}
      order by block_number desc limit 1
    ) o
    where s.chain = ${chain} and s.kind <> 'none' order by s.address`.execute(db);
  return rows.map(toObservation);
}

/**
 * Observations after a block and up to another, by block and address. A range of the primary key.
 * @param limit - Approximate maximum: blocks are never split, so the next page continues after the last one's block.
 */
export async function listObservationsBetween(
  db: Store,
  chain: string,
  afterBlock: bigint,
  toBlock: bigint,
  limit?: number,
): Promise<PriceObservation[]> {
  const { rows } = await sql<Row>`
    select * from (
      select * from price_observation
      where chain = ${chain} and block_number > ${afterBlock} and block_number <= ${toBlock}
      order by block_number ${limit === undefined ? sql`` : sql`fetch first ${limit} rows with ties`}
    ) page order by block_number, address`.execute(db);
  return rows.map(toObservation);
}

type Row = Selectable<PriceObservationTable>;

const toInteger = (digits: string | null): bigint | null => (digits === null ? null : BigInt(digits));

const toObservation = (row: Row): PriceObservation => ({
  address: fromBytea(row.address),
  blockNumber: row.block_number,
  timeAt: toSeconds(row.time_at),
  raw0: toInteger(row.raw0),
  raw1: toInteger(row.raw1),
  sqrtPrice: toInteger(row.sqrt_price),
  liquidity: toInteger(row.liquidity),
  supply: toInteger(row.supply),
});
