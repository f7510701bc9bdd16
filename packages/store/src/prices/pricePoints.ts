import { sql } from "kysely";
import { fromBytea, toBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** Interval of a token's price points, s: their times are multiples of it. */
export const MARK_SECONDS = 300;

/**
 * A token's price from a time until its next point. Times are multiples of five minutes; days long past have only their
 * last point.
 */
export interface PricePoint {
  token: Address;
  /** Unix seconds. */
  timeAt: number;
  /** US dollars for one whole token; 0: no trusted price from here on. */
  usd: number;
}

/** Adds or replaces points: each token and time once. By primary key. */
export async function writePricePoints(db: Store, chain: string, points: readonly PricePoint[]): Promise<void> {
  if (points.length === 0) return;
  const tokens = toByteaArray(points.map(({ token }) => token));
  const times = toNumberArray(points.map(({ timeAt }) => timeAt));
  const usd = toNumberArray(points.map((point) => point.usd));
  await sql`
    insert into price_point (chain, token, time_at, usd)
    select ${chain}, token, time_at, usd
    from unnest(${tokens}::bytea[], ${times}::bigint[], ${usd}::float8[]) as t(token, time_at, usd) order by token, time_at
    on conflict (chain, token, time_at) do update set usd = excluded.usd`.execute(db);
}

/**
 * Keeps only the last point, the close, of each token and UTC day that ended before a time. A range of
 * price_point_by_time over all earlier days, so once a day is enough.
 */
export async function thinPricePoints(db: Store, chain: string, beforeTimeAt: number): Promise<void> {
  const today = Math.floor(beforeTimeAt / DAY) * DAY;
  await sql`
    delete from price_point p where chain = ${chain} and time_at < ${today} and exists (
      select 1 from price_point later where later.chain = p.chain and later.token = p.token
        and later.time_at > p.time_at and later.time_at < (p.time_at / ${DAY}::bigint + 1) * ${DAY}::bigint
    )`.execute(db);
}

const DAY = 86_400;

/** A token's newest point at or before a time. One look-up in the primary key. */
export async function findPointAt(
  db: Store,
  chain: string,
  token: Address,
  timeAt: number,
): Promise<PricePoint | undefined> {
  const { rows } = await sql<Row>`
    select token, time_at, usd from price_point
    where chain = ${chain} and token = ${toBytea(token)} and time_at <= ${timeAt}
    order by time_at desc limit 1`.execute(db);
  return rows.map(toPoint)[0];
}

/**
 * Tokens' points between two times, both included, and for each token the newest before them, by token and time. A
 * range of the primary key and a look-up for each token.
 */
export async function listPointsBetween(
  db: Store,
  chain: string,
  tokens: readonly Address[],
  fromTimeAt: number,
  toTimeAt: number,
): Promise<PricePoint[]> {
  const { rows } = await sql<Row>`
    select p.token, p.time_at, p.usd from unnest(${toByteaArray(tokens)}::bytea[]) as t(address)
    cross join lateral (
      (select * from price_point where chain = ${chain} and token = t.address and time_at < ${fromTimeAt}
      order by time_at desc limit 1)
      union all
      select * from price_point where chain = ${chain} and token = t.address
        and time_at between ${fromTimeAt} and ${toTimeAt}
    ) p
    order by p.token, p.time_at`.execute(db);
  return rows.map(toPoint);
}

type Row = { token: Bytea; time_at: bigint; usd: number };

const toPoint = (row: Row): PricePoint => ({
  token: fromBytea(row.token),
  timeAt: toSeconds(row.time_at),
  usd: row.usd,
});
