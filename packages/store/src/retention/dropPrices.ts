import { sql } from "kysely";
import type { Store } from "../database/database.ts";

const DAY = 86_400;
/** Closes are planned by whole days: these are not read again. */
const SPARE_DAYS = 2;

export interface PriceDrop {
  /** The first that is kept; it must be stored. */
  block: bigint;
  /** Days before it whose prices are kept. */
  priceDays: number;
  /** Whether everything is indexed: else the prices of past days belong to the owners. */
  isFull: boolean;
}

/**
 * Drops what a source reported before a block, and a day before the prices that are written, except the last report of
 * each source; and the prices of days before those that are kept, except the last of each token.
 */
export async function dropPricesBefore(
  tx: Store,
  chain: string,
  { block, priceDays, isFull }: PriceDrop,
): Promise<void> {
  await sql`
    with last as materialized (
      select address, max(block_number) as block_number from price_observation o
      where chain = ${chain} and block_number < ${block} and time_at < coalesce((
        select c.time_at - ${DAY} from price_clock c where c.chain = o.chain
      ), 0)
      group by address having count(*) > 1
    )
    delete from price_observation o using last
    where o.chain = ${chain} and o.address = last.address and o.block_number < last.block_number`.execute(tx);
  if (!isFull) return;
  const since = sql`(
    select time_at - ${(priceDays + SPARE_DAYS) * DAY}::bigint from block where chain = ${chain} and block_number = ${block}
  )`;
  await sql`
    with last as materialized (
      select token, max(time_at) as time_at from price_point
      where chain = ${chain} and time_at < ${since} group by token having count(*) > 1
    )
    delete from price_point p using last
    where p.chain = ${chain} and p.token = last.token and p.time_at < last.time_at`.execute(tx);
}

/** The days before the first kept block that are read are those of which prices are kept. Call it with each drop. */
export async function movePriceClock(tx: Store, chain: string, { block, priceDays }: PriceDrop): Promise<void> {
  await sql`
    update price_clock c set first_time_at = case
      when first_time_at is not null then greatest(first_time_at, since)
      when (select coalesce(indexed_from, start_block) = 0 from chain_state where chain = ${chain}) then since
    end
    from (
      select time_at - ${(priceDays + SPARE_DAYS) * DAY}::bigint as since from block
      where chain = ${chain} and block_number = ${block}
    ) kept
    where c.chain = ${chain}`.execute(tx);
}
