import { sql } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import { fromFirstBlock } from "../chains/firstBlock.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { LegKind } from "../history/position.ts";
import type { PriceClock } from "./priceClock.ts";
import { findPriceClock } from "./priceClock.ts";
import type { PricePoint } from "./pricePoints.ts";

/** Every token's newest point at or before a time. Two look-ups in the primary key for each token: one to find it. */
export async function listNewestPoints(db: Store, chain: string, timeAt: number): Promise<PricePoint[]> {
  const { rows } = await sql<{ token: Bytea; time_at: bigint; usd: number }>`
    with recursive known as (
      (select token from price_point where chain = ${chain} order by token limit 1)
      union all
      select (select p.token from price_point p where p.chain = ${chain} and p.token > known.token order by p.token limit 1)
      from known where known.token is not null
    )
    select p.token, p.time_at, p.usd from known cross join lateral (
      select * from price_point where chain = ${chain} and token = known.token and time_at <= ${timeAt}
      order by time_at desc limit 1
    ) p`.execute(db);
  return rows.map((row) => ({ token: fromBytea(row.token), timeAt: toSeconds(row.time_at), usd: row.usd }));
}

/**
 * Locks a chain's price clock until the transaction ends.
 * @returns as findPriceClock.
 */
export async function lockPriceClock(tx: Store, chain: string): Promise<PriceClock | undefined> {
  await sql`select 1 from price_clock where chain = ${chain} for update`.execute(tx);
  return findPriceClock(tx, chain);
}

/** Adds zero points of these tokens at this time where there are none yet. By primary key. */
export async function addZeroPoints(
  tx: Store,
  chain: string,
  tokens: readonly Address[],
  timeAt: number,
): Promise<void> {
  await sql`
    insert into price_point (chain, token, time_at, usd)
    select ${chain}, token, ${timeAt}, 0 from unnest(${toByteaArray(tokens)}::bytea[]) as t(token) order by token
    on conflict do nothing`.execute(tx);
}

type BlockRow = { block_number: bigint; hash: Bytea; time_at: bigint };
const toBlock = (row: BlockRow): BlockRef => ({
  blockNumber: row.block_number,
  hash: fromBytea(row.hash),
  timeAt: toSeconds(row.time_at),
});

/** The first indexed block, if it is stored. By primary key. */
export async function findFirstBlock(db: Store, chain: string): Promise<BlockRef | undefined> {
  const { rows } = await sql<BlockRow>`
    select block_number, hash, time_at ${fromFirstBlock(sql`${chain}`)}`.execute(db);
  return rows.map(toBlock)[0];
}

/** The newest stored block at or before a time. By block_by_time. */
export async function findBlockByTime(db: Store, chain: string, timeAt: number): Promise<BlockRef | undefined> {
  const { rows } = await sql<BlockRow>`
    select block_number, hash, time_at from block where chain = ${chain} and time_at <= ${timeAt}
    order by time_at desc, block_number desc limit 1`.execute(db);
  return rows.map(toBlock)[0];
}

/** Net change of an owner's balance of a token in a block, according to transfers. */
export type Flow = { owner: Address; token: Address; blockNumber: bigint; timeAt: number; rawAmount: bigint };

/**
 * Changes of these owners' balances in blocks after one and up to another, by block. A range of the legs' primary key
 * for each owner.
 */
export async function listFlows(
  db: Store,
  chain: string,
  owners: readonly Address[],
  { afterBlock, toBlock: lastBlock }: { afterBlock: bigint; toBlock: bigint },
): Promise<Flow[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<{ owner: Bytea; token: Bytea; block_number: bigint; time_at: bigint; amount: string }>`
    select leg.owner, leg.token, leg.block_number, min(leg.time_at) as time_at,
      sum(case when is_inbound then raw_amount else -raw_amount end)::text as amount
    from unnest(${toByteaArray(owners)}::bytea[]) as pool(owner) join leg on leg.owner = pool.owner
      and leg.chain = ${chain} and leg.block_number > ${afterBlock} and leg.block_number <= ${lastBlock}
    where leg.kind = any(${toNumberArray([LegKind.token])}::smallint[])
    group by 1, 2, 3 order by 3`.execute(db);
  return rows.map((row) => ({
    owner: fromBytea(row.owner),
    token: fromBytea(row.token),
    blockNumber: row.block_number,
    timeAt: toSeconds(row.time_at),
    rawAmount: BigInt(row.amount),
  }));
}

/** Sums of listFlows over all blocks after one and up to another: `blockNumber` and `timeAt` are the newest block's. */
export async function sumFlows(
  db: Store,
  chain: string,
  owners: readonly Address[],
  { afterBlock, toBlock: lastBlock }: { afterBlock: bigint; toBlock: bigint },
): Promise<Omit<Flow, "blockNumber" | "timeAt">[]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<{ owner: Bytea; token: Bytea; amount: string }>`
    select leg.owner, leg.token, sum(case when is_inbound then raw_amount else -raw_amount end)::text as amount
    from unnest(${toByteaArray(owners)}::bytea[]) as pool(owner) join leg on leg.owner = pool.owner
      and leg.chain = ${chain} and leg.block_number > ${afterBlock} and leg.block_number <= ${lastBlock}
    where leg.kind = any(${toNumberArray([LegKind.token])}::smallint[])
    group by 1, 2`.execute(db);
  return rows.map((row) => ({
    owner: fromBytea(row.owner),
    token: fromBytea(row.token),
    rawAmount: BigInt(row.amount),
  }));
}

/**
 * Time of the first observation of any of these sources; unix seconds. A look-up in price_observation_by_address for
 * each.
 */
export async function findFirstObservedAt(
  db: Store,
  chain: string,
  sources: readonly Address[],
): Promise<number | undefined> {
  const { rows } = await sql<{ time_at: bigint | null }>`
    select min(o.time_at) as time_at from unnest(${toByteaArray(sources)}::bytea[]) as source(address)
    cross join lateral (
      select time_at from price_observation where chain = ${chain} and address = source.address
      order by block_number limit 1
    ) o`.execute(db);
  return toSeconds(rows[0]?.time_at ?? null) ?? undefined;
}
