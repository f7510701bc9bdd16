import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { DistributionError } from "../distribution/distributionError.ts";
import { isDistributed } from "../distribution/isDistributed.ts";

/**
 * Sets how many of a chain's newest blocks are kept; undefined: all. On a chain that is indexed in full, what was collected
 * from before the index is no longer known as a history then: it is dropped with its blocks. Call it in a transaction that
 * holds the chain (`lockCursor`).
 * @returns whether that was changed.
 * @throws DistributionError if fewer than all are to be kept on a distributed database.
 */
export async function setRetention(tx: Store, chain: string, keepBlocks: bigint | undefined): Promise<boolean> {
  if (await isDistributed(tx)) return assertAllKept(chain, keepBlocks);
  const { rows } = await sql<{ is_full: boolean; is_changed: boolean }>`
    with before as (select keep_blocks from chain_state where chain = ${chain} for update)
    update chain_state set keep_blocks = ${keepBlocks ?? null}::bigint where chain = ${chain}
    returning index_mode = 'full' as is_full,
      (select keep_blocks from before) is distinct from ${keepBlocks ?? null}::bigint as is_changed`.execute(tx);
  if (rows[0]?.is_full === true && keepBlocks !== undefined) {
    await sql`delete from owner_history where chain = ${chain}`.execute(tx);
    await sql`delete from history_token where chain = ${chain}`.execute(tx);
  }
  return rows[0]?.is_changed ?? false;
}

/** `distribute` refuses a database that does not keep all blocks: there is nothing to change. */
function assertAllKept(chain: string, keepBlocks: bigint | undefined): false {
  if (keepBlocks === undefined) return false;
  throw new DistributionError(
    `The database is distributed over several servers, and keeps all blocks: remove PORTICO_KEEP_BLOCKS for ${chain}`,
  );
}

/** What is kept of a chain. */
export interface KeptBlocks {
  chain: string;
  /** The number of newest blocks that are kept at least. */
  keepBlocks: bigint;
  /** The first that is kept. */
  startBlock: bigint;
  isFull: boolean;
}

/** Of chains that don't keep all blocks, by slug. */
export async function listKeptRanges(db: Store): Promise<KeptBlocks[]> {
  const { rows } = await sql<{ chain: string; keep_blocks: bigint; start_block: bigint; is_full: boolean }>`
    select chain, keep_blocks, start_block, index_mode = 'full' as is_full from chain_state
    where keep_blocks is not null order by chain`.execute(db);
  return rows.map((row) => ({
    chain: row.chain,
    keepBlocks: row.keep_blocks,
    startBlock: row.start_block,
    isFull: row.is_full,
  }));
}
