import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, NATIVE, toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { HTTP_SOURCE } from "./httpPrices.ts";
import { MARK_SECONDS } from "./pricePoints.ts";

/**
 * How far a token's prices are read that precede those of the index, on a chain that is indexed for owners only: newest
 * first. Unix seconds.
 */
export interface PriceBackfill {
  token: Address;
  /** The token's first point that the index itself writes. */
  untilAt: number;
  /** All planned points from here on are written. */
  sinceAt: number;
}

/** Marks between which a token's own points begin. */
export interface OwnPoints {
  /** The mark after which the index writes points. */
  startAt: number;
  /** The first mark at which the index knows the prices of its newest block, if it wrote none of the token before. */
  nextAt: number;
}

/** Adds the priced tokens that an owner holds or held, and the native coin. */
export async function addPriceBackfills(db: Store, chain: string, { startAt, nextAt }: OwnPoints): Promise<void> {
  const held = await selectHeld(db, chain);
  await sql`
    insert into price_backfill (chain, token, until_at, since_at)
    select p.chain, p.token, own.time_at, own.time_at
    from price p cross join lateral (
      select coalesce((
        select time_at from price_point o
        where o.chain = p.chain and o.token = p.token and o.time_at > ${startAt} and o.usd > 0
        order by time_at limit 1
      ), ${nextAt}::bigint) as time_at
    ) own
    where p.chain = ${chain} and p.source <> ${HTTP_SOURCE} and (
      p.token = ${NATIVE} or exists (select 1 from ${held} b where b.chain = p.chain and b.token = p.token)
    )
    and not exists (select 1 from price_backfill f where f.chain = p.chain and f.token = p.token)
    order by p.token
    on conflict do nothing`.execute(db);
}

/** SQL: the balances of a chain, or one row of each token that has any. */
async function selectHeld(db: Store, chain: string): Promise<RawBuilder<unknown>> {
  if (!(await isDistributed(db))) return sql`balance`;
  return sql`(select distinct chain, token from balance where chain = ${chain} offset 0)`;
}

/** Those of priced tokens that an owner holds or held, and of the native coin; by token. */
export async function listPriceBackfills(db: Store, chain: string): Promise<PriceBackfill[]> {
  const held = await selectHeld(db, chain);
  const { rows } = await sql<{ token: Bytea; until_at: bigint; since_at: bigint }>`
    select token, until_at, since_at from price_backfill f
    where chain = ${chain} and exists (select 1 from price p where p.chain = f.chain and p.token = f.token)
      and (token = ${NATIVE} or exists (select 1 from ${held} b where b.chain = f.chain and b.token = f.token))
    order by token`.execute(db);
  return rows.map(({ token, until_at, since_at }) => ({
    token: fromBytea(token),
    untilAt: toSeconds(until_at),
    sinceAt: toSeconds(since_at),
  }));
}

/** @returns how many of these have come from `from` to `sinceAt` now. */
export async function advancePriceBackfills(
  tx: Store,
  chain: string,
  { backfills, sinceAt }: { backfills: readonly PriceBackfill[]; sinceAt: number },
): Promise<number> {
  const tokens = toByteaArray(backfills.map(({ token }) => token));
  const from = sql.join(backfills.map((backfill) => sql`${backfill.sinceAt}::bigint`));
  const { numAffectedRows = 0n } = await sql`
    update price_backfill f set since_at = ${sinceAt}
    from unnest(${tokens}::bytea[], array[${from}]) as t(token, since_at)
    where f.chain = ${chain} and f.token = t.token and f.since_at = t.since_at`.execute(tx);
  return Number(numAffectedRows);
}

/** All tokens of which past prices are read or were. */
export async function listBackfilledTokens(db: Store, chain: string): Promise<Address[]> {
  const { rows } = await sql<{ token: Bytea }>`select token from price_backfill where chain = ${chain}`.execute(db);
  return rows.map(({ token }) => fromBytea(token));
}

/**
 * Has prices of these tokens read again, up to a mark; what is stored stays until it is replaced.
 * @param nextAt - The first mark of which the index's own points are right.
 */
export async function restartPriceBackfills(
  tx: Store,
  chain: string,
  { tokens, nextAt }: { tokens: readonly Address[]; nextAt: number },
): Promise<void> {
  const untilAt = sql`greatest(until_at, ${nextAt}::bigint)`;
  await sql`
    update price_backfill set until_at = ${untilAt}, since_at = ${untilAt}
    where chain = ${chain} and token = any(${toByteaArray(tokens)}::bytea[])`.execute(tx);
}

export interface UnpricedTimes {
  token: Address;
  /** From here on every mark counts, before only closes. */
  fineSince: number;
  until: number;
  limit: number;
}

/**
 * Times for which a token has no point, newest first: the marks at or before stored blocks, and the closes before UTC days
 * with a stored block. One look-up in price_point for each block, and in block_by_time for each day.
 */
export async function listUnpricedTimes(
  db: Store,
  chain: string,
  { token, fineSince, until, limit }: UnpricedTimes,
): Promise<number[]> {
  const dayBefore = (time: RawBuilder<unknown>) => sql`
    select b.time_at / ${DAY}::bigint * ${DAY}::bigint as day from block b
    where b.chain = ${chain} and b.time_at < ${time} order by b.time_at desc limit 1`;
  const { rows } = await sql<{ time_at: bigint }>`
    with recursive days as (
      (${dayBefore(sql`${fineSince}::bigint`)})
      union all
      select earlier.day from days cross join lateral (${dayBefore(sql`days.day`)}) earlier
    ), times as (
      select distinct b.time_at / ${MARK_SECONDS}::bigint * ${MARK_SECONDS}::bigint as time_at from block b
      where b.chain = ${chain} and b.time_at >= ${fineSince}::bigint and b.time_at < ${until}::bigint
      union all
      select day - ${MARK_SECONDS}::bigint from days
    )
    select time_at from times where not exists (
      select 1 from price_point p where p.chain = ${chain} and p.token = ${toBytea(token)} and p.time_at = times.time_at
    )
    order by time_at desc limit ${limit}`.execute(db);
  return rows.map(({ time_at }) => toSeconds(time_at));
}

const DAY = 86_400;
