import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";

/**
 * Where blocks were dropped, an owner, token or approval that no kept leg names may have been named before. So a rewind
 * keeps its row, and reads it again.
 */

/** SQL: whether blocks of a chain were dropped. */
export const isTrimmed = (chain: string): RawBuilder<unknown> => sql`
  exists (select 1 from chain_state kept where kept.chain = ${chain} and kept.indexed_from is not null)`;

/** SQL: whether a contract may have existed at a block, as far as the index knows. By primary key. */
export const mayPrecede = (chain: string, contract: RawBuilder<unknown>, block: bigint): RawBuilder<unknown> => sql`
  not exists (
    select 1 from contract created where created.chain = ${chain} and created.address = ${contract}
      and created.block_number > ${block}
  )`;

/** SQL: the last dropped block, with the time of the one after it; no row if none was dropped. By primary key. */
export const selectDropped = (chain: string): RawBuilder<unknown> => sql`
  select b.block_number - 1 as block_number, b.time_at from block b join chain_state s using (chain)
  where chain = ${chain} and b.block_number >= s.start_block and indexed_from is not null
  order by b.block_number limit 1`;

/**
 * Approvals that a rewind leaves with a change after the fork last changed before the kept blocks, or never: they are dated
 * by the last block before them, at the latest of which it was. Call it while the blocks after the fork still exist.
 */
export async function redateTrimmed(
  tx: Store,
  chain: string,
  fork: bigint,
  table: "approval" | "nft_approval" | "operator_approval",
): Promise<void> {
  if (await isDistributed(tx)) return; // all blocks are kept there
  await sql`
    update ${sql.table(table)} a set changed_block = dropped.block_number, changed_at = dropped.time_at
    from (${selectDropped(chain)}) dropped
    where a.chain = ${chain} and a.changed_block > ${fork}`.execute(tx);
}
