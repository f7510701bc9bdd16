import { sql } from "kysely";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";

/** A token's price at a past time. */
export interface PriceAt {
  /** US dollars for one whole token, positive. */
  usd: number;
  /** Of its point, unix seconds. */
  timeAt: number;
  /** A day before; null if unknown. */
  dayAgoUsd: number | null;
}

/**
 * Tokens' prices at a time, in the order of the tokens: of the last point at or before it; undefined if there is none, or
 * no price was trusted. Two look-ups in price_point's primary key for each.
 */
export async function listPricesAt(
  db: Store,
  chain: string,
  tokens: readonly Address[],
  timeAt: number,
): Promise<(PriceAt | undefined)[]> {
  if (tokens.length === 0) return [];
  const pointAt = (time: number) => sql`(
      select usd, time_at from price_point
      where chain = ${chain} and token = t.token and time_at <= ${time} order by time_at desc limit 1
    )`;
  const { rows } = await sql<{ usd: number | null; time_at: bigint | null; day_ago_usd: number | null }>`
    select p.usd, p.time_at, nullif(before.usd, 0) as day_ago_usd
    from unnest(${toByteaArray(tokens)}::bytea[]) with ordinality as t(token, nth)
    left join lateral ${pointAt(timeAt)} p on true left join lateral ${pointAt(timeAt - DAY)} before on true
    order by nth`.execute(db);
  return rows.map(({ usd, time_at, day_ago_usd }) =>
    usd === null || usd === 0 || time_at === null
      ? undefined
      : { usd, timeAt: toSeconds(time_at), dayAgoUsd: day_ago_usd },
  );
}

const DAY = 86_400;
