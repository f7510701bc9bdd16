import { sql } from "kysely";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { MARK_SECONDS } from "../prices/pricePoints.ts";

/**
 * Forgets what blocks after a fork said of prices, and the points that may rest on it: those at the fork's own second too,
 * since its successor may be of the same. A pool that was looked at later, and was heard of before, stays: who made it and
 * of what doesn't change; so does what a share is of, unless the share was made later: nobody looks at a known token again.
 * Call it before `contract` is taken back. Ranges of the primary keys, of price_observation_by_address and
 * price_point_by_time.
 */
export async function rewindPrices(tx: Store, chain: string, { blockNumber, timeAt }: BlockRef): Promise<void> {
  await sql`
    delete from price_observation where chain = ${chain} and block_number > ${blockNumber}`.execute(tx);
  await sql`
    delete from price_source s where chain = ${chain} and block_number > ${blockNumber} and (
      kind in ('none', 'feed')
      or kind in ('v2', 'v3')
        and not exists (select from price_observation o where o.chain = s.chain and o.address = s.address)
      or exists (
        select from contract c where c.chain = s.chain and c.address = s.address and c.block_number > ${blockNumber}
      )
    )`.execute(tx);
  await sql`delete from price_point where chain = ${chain} and time_at >= ${timeAt}`.execute(tx);
  await sql`
    update price_clock set time_at = least(time_at, ${Math.floor((timeAt - 1) / MARK_SECONDS) * MARK_SECONDS})
    where chain = ${chain}`.execute(tx);
}
