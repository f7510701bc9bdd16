import { sql } from "kysely";
import type { BlockRef } from "../chains/chains.ts";
import type { Store } from "../database/database.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import { MARK_SECONDS } from "../prices/pricePoints.ts";

/**
 * Deletes price observations after a fork, and the points that may depend on them, including those at the fork's own
 * second, because its successor may have the same time; past prices that end at such a point are read again. A pool that
 * was read later but observed before stays: its factory and tokens don't change; so does a share's underlying, unless the
 * share was created later: known tokens are not read again. Call it before `contract` is rewound. Ranges of the primary
 * keys, of price_observation_by_address and price_point_by_time.
 */
export async function rewindPrices(tx: Store, chain: string, { blockNumber, timeAt }: BlockRef): Promise<void> {
  await sql`
    delete from price_observation where chain = ${chain} and block_number > ${blockNumber}`.execute(tx);
  const forget = sql`
    delete from price_source s where chain = ${chain} and block_number > ${blockNumber} and (
      kind in ('none', 'feed')
      or kind in ('v2', 'v3')
        and not exists (select 1 from price_observation o where o.chain = s.chain and o.address = s.address)
      or exists (
        select 1 from contract c where c.chain = s.chain and c.address = s.address and c.block_number > ${blockNumber}
      )
    )`;
  await withOwnerRows(
    tx,
    () => [{ table: "contract", where: [sql`chain = ${chain} and block_number > ${blockNumber}`] }],
    (copies) => forget.execute(copies),
  );
  await sql`delete from price_point where chain = ${chain} and time_at >= ${timeAt}`.execute(tx);
  await sql`delete from price_backfill where chain = ${chain} and until_at >= ${timeAt}`.execute(tx);
  await sql`
    update price_clock set time_at = least(time_at, ${Math.floor((timeAt - 1) / MARK_SECONDS) * MARK_SECONDS})
    where chain = ${chain}`.execute(tx);
}
