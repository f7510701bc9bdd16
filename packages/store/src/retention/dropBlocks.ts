import { sql } from "kysely";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { CHAIN_CHANNEL } from "../notifications/channels.ts";
import { notify } from "../notifications/notify.ts";
import { dropPricesBefore, movePriceClock } from "./dropPrices.ts";
import { dropPartition, findFirstPartition } from "./partitions.ts";
import { REMAINING } from "./remaining.ts";

/** Blocks that are kept beyond the setting: those that a reorganisation may replace. */
export const DROP_MARGIN = 256n;

/** The smallest number of blocks that can be kept. */
export const MIN_KEEP_BLOCKS = 2n * DROP_MARGIN;

/** A part of the kept blocks: so many more may be stored before any are dropped. */
const PARTS = 8n;

/** Blocks dropped in one transaction. */
const BLOCKS_AT_ONCE = 100n;

export interface DropOptions {
  /** Days before the first kept block whose prices are kept. */
  priceDays: number;
  margin?: bigint;
  blocksAtOnce?: bigint;
}

export interface DroppedBlocks {
  /** Number of blocks. */
  count: bigint;
  /** The first block that is kept. */
  startBlock: bigint;
  /** Whether there are none left to drop. */
  isLast: boolean;
}

/**
 * Drops the oldest blocks beyond those to keep, with their transactions, legs and logs, in one transaction that moves the
 * start of the index behind them. Balances, NFTs, approvals, contracts and interactions stay as they are, and so does what
 * later reads are compared with; of sales and price observations the last ones stay. Of owners that are followed where
 * nobody else is indexed, everything stays; only observations are dropped.
 * @returns undefined if there is nothing to drop, or the balances are not those of the newest block.
 */
export async function dropBlocks(db: Store, chain: string, options: DropOptions): Promise<DroppedBlocks | undefined> {
  const { priceDays, margin = DROP_MARGIN, blocksAtOnce = BLOCKS_AT_ONCE } = options;
  if (await isDistributed(db)) return undefined; // all are kept: see setRetention
  return await inTransaction(db, async (tx) => {
    const plan = await planDrop(tx, chain, { margin, blocksAtOnce });
    if (plan === undefined) return undefined;
    const { target, upTo } = plan;
    if (plan.partition !== undefined) await dropPartition(tx, chain, plan.partition);
    const next = await findFirstPartition(tx, chain);
    const isLast = upTo === target || (plan.partition !== undefined && (next?.endBlock ?? target + 1n) > target);
    const prices = { block: upTo, priceDays, isFull: plan.isFull };
    if (isLast) {
      await dropPricesBefore(tx, chain, prices);
      await dropSales(tx, chain, upTo);
    }
    if (!plan.isFull) return undefined;
    await movePriceClock(tx, chain, prices);
    await shortenResiduals(tx, chain, target);
    let count = 0n;
    for (const [table, condition] of Object.entries(REMAINING)) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where chain = ${chain} and ${condition(upTo)}`.execute(tx);
      if (table === "block") count = numAffectedRows;
    }
    const { rows } = await sql<{ start_block: bigint }>`
      update chain_state set indexed_from = coalesce(indexed_from, start_block),
        start_block = greatest(start_block, ${upTo}::bigint)
      where chain = ${chain} returning start_block`.execute(tx);
    await notify(tx, CHAIN_CHANNEL, chain);
    return { count, startBlock: rows[0]?.start_block ?? upTo, isLast };
  });
}

interface DropPlan {
  /** All blocks before this one are to be dropped, and in this step those before `upTo`. */
  target: bigint;
  upTo: bigint;
  isFull: boolean;
  /** To be dropped as a whole. */
  partition?: Awaited<ReturnType<typeof findFirstPartition>>;
}

/**
 * Locks the chain. Nothing is dropped that prices have not been derived from, or that a balance waits to be compared with.
 */
async function planDrop(
  tx: Store,
  chain: string,
  { margin, blocksAtOnce }: { margin: bigint; blocksAtOnce: bigint },
): Promise<DropPlan | undefined> {
  await sql`select from chain_state where chain = ${chain} for update`.execute(tx);
  const { rows } = await sql<{
    target: bigint;
    up_to: bigint | null;
    oldest: bigint | null;
    keep_blocks: bigint;
    is_full: boolean;
  }>`
    with state as materialized (
      select keep_blocks, logs_block - keep_blocks - ${margin}::bigint + 1 as target, index_mode = 'full' as is_full
      from chain_state
      where chain = ${chain} and keep_blocks is not null and balances_block = logs_block
    ), oldest as (
      select (select block_number from block where chain = ${chain} order by block_number limit 1) as block_number
    )
    select state.*, oldest.block_number as oldest, (
      select block_number from block where chain = ${chain} order by block_number offset ${blocksAtOnce}::bigint limit 1
    ) as up_to
    from state cross join oldest
    where not exists (select from stale_balance where chain = ${chain} and base_block < target - 1)
      and not exists (
        select from price_clock c join block b using (chain)
        where c.chain = ${chain} and b.block_number = target and c.time_at < b.time_at
      )`.execute(tx);
  const [plan] = rows;
  if (plan === undefined || plan.oldest === null || plan.target <= plan.oldest) return undefined;
  const { target, up_to: nth, oldest, keep_blocks: keep, is_full: isFull } = plan;
  const partition = isFull ? await findFirstPartition(tx, chain) : undefined;
  if (partition !== undefined && oldest >= partition.firstBlock) {
    if (partition.endBlock > target) return undefined;
    return { target, upTo: partition.endBlock, isFull, partition };
  }
  const step = keep / PARTS > 0n ? keep / PARTS : 1n;
  if (isFull && target - oldest < step) return undefined;
  const limits = [target, ...(isFull ? [nth ?? target, partition?.firstBlock ?? target] : [])];
  return { target, upTo: limits.reduce((least, one) => (one < least ? one : least)), isFull };
}

/**
 * Residuals that begin before the kept blocks begin with them: a rewind subtracts the legs since then, and earlier ones
 * are gone.
 */
async function shortenResiduals(tx: Store, chain: string, start: bigint): Promise<void> {
  await sql`
    update residual r set from_block = ${start}::bigint - 1
    where chain = ${chain} and to_block >= ${start} and from_block < ${start}::bigint - 1 and not exists (
      select from residual other where other.owner = r.owner and other.chain = r.chain and other.token = r.token
        and other.to_block = r.to_block and other.from_block <> r.from_block
    )`.execute(tx);
}

/** Of every NFT the last sale stays. By nft_sale_by_block and the primary key. */
async function dropSales(tx: Store, chain: string, before: bigint): Promise<void> {
  await sql`
    with last as materialized (
      select contract, token_id, max(block_number) as block_number from nft_sale
      where chain = ${chain} and block_number < ${before} group by contract, token_id having count(*) > 1
    )
    delete from nft_sale s using last
    where s.chain = ${chain} and s.contract = last.contract and s.token_id = last.token_id
      and s.block_number < last.block_number`.execute(tx);
}
