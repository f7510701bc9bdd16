import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { HTTP_PRICE_SECONDS, HTTP_SOURCE } from "./httpPrices.ts";
import { tellTokens } from "../notifications/notify.ts";
import type { PriceTable } from "./priceSchema.ts";

export type Price = {
  chain: string;
  token: Address;
  /** US dollars for one whole token. */
  usd: number;
  /** Where it is from: "chainlink", "wrapped", … */
  source: string;
  /** The block it was read at, and its own time (unix seconds): a feed's answer is older than the block. */
  blockNumber: bigint;
  timeAt: number;
  /** A day before that block; null when not known. Read, never written: replacePrices takes it from the price points. */
  dayAgoUsd?: number | null;
};

/** Every price of the chains, or of all. By primary key. */
export async function listPrices(db: Store, chains?: readonly string[]): Promise<Price[]> {
  let query = db.selectFrom("price").selectAll().orderBy("chain").orderBy("token");
  if (chains) query = query.where("chain", "=", sql<string>`any(${chains})`);
  return (await query.execute()).map(toPrice);
}

/** The prices of these tokens, where there is one, in any order. By primary key. */
export async function listPricesByToken(db: Store, chain: string, tokens: readonly Address[]): Promise<Price[]> {
  if (tokens.length === 0) return [];
  const { rows } = await sql<Selectable<PriceTable>>`
    select * from price where chain = ${chain} and token = any(${toByteaArray(tokens)}::bytea[])`.execute(db);
  return rows.map(toPrice);
}

/**
 * Makes these the prices of a chain: adds, replaces, and removes what is no longer there (a feed that went stale). Each
 * token once. What they were a day before their block is looked up: a probe of price_point for each.
 * Tells the token channel of which tokens something changed; a newer block alone is no news.
 */
export async function replacePrices(db: Store, chain: string, prices: readonly Omit<Price, "chain">[]): Promise<void> {
  const tokens = toByteaArray(prices.map(({ token }) => token));
  const usd = toNumberArray(prices.map((price) => price.usd));
  const sources = prices.map(({ source }) => source);
  const blocks = toNumberArray(prices.map(({ blockNumber }) => blockNumber));
  const times = toNumberArray(prices.map(({ timeAt }) => timeAt));
  await sql`
    with priced as (
      select * from unnest(${tokens}::bytea[], ${usd}::float8[], ${sources}::text[], ${blocks}::bigint[], ${times}::bigint[])
        as t(token, usd, source, block_number, time_at)
    ), ${selectDayAgo(chain)}, given as (
      select priced.*, (
        select nullif(usd, 0) from price_point p
        where p.chain = ${chain} and p.token = priced.token and p.time_at <= day_ago.mark
        order by p.time_at desc limit 1
      ) as day_ago_usd
      from priced left join day_ago using (block_number)
    ), before as (
      select token, usd, source, time_at, day_ago_usd from price where chain = ${chain} and not ${isKept(chain)}
    ), gone as (
      delete from price
      where chain = ${chain} and token not in (select token from given) and not ${isKept(chain)}
    ), written as (
      insert into price (chain, token, usd, source, block_number, time_at, day_ago_usd)
      select ${chain}, token, usd, source, block_number, time_at, day_ago_usd from given order by token
      on conflict (chain, token) do update set usd = excluded.usd, source = excluded.source,
        block_number = excluded.block_number, time_at = excluded.time_at, day_ago_usd = excluded.day_ago_usd
    ), changed as (
      select ${chain}::text as chain, token as address from given g full join before b using (token)
      where (g.usd, g.source, g.time_at, g.day_ago_usd) is distinct from (b.usd, b.source, b.time_at, b.day_ago_usd)
    )
    ${tellTokens("changed")}`.execute(db);
}

/**
 * Looks up again what the prices of a chain were a day before their block, and tells the token channel where that changed:
 * for when the points of that time were written after the prices, of a chain that stands still. A probe of price_point for
 * each. Call it in a transaction that holds the chain's row.
 */
export async function refreshDayAgo(tx: Store, chain: string): Promise<void> {
  await sql`
    with priced as (
      select distinct block_number from price where chain = ${chain}
    ), ${selectDayAgo(chain)}, found as (
      select price.token, (
        select nullif(usd, 0) from price_point p
        where p.chain = ${chain} and p.token = price.token and p.time_at <= day_ago.mark
        order by p.time_at desc limit 1
      ) as usd
      from price join day_ago using (block_number) where price.chain = ${chain}
    ), changed as (
      update price set day_ago_usd = found.usd from found
      where price.chain = ${chain} and price.token = found.token and price.day_ago_usd is distinct from found.usd
      returning price.chain, price.token as address
    )
    ${tellTokens("changed")}`.execute(tx);
}

/** What an operator's own server said of a token that nothing on chain prices stays for a day: see httpPrices.ts. */
const isKept = (chain: string) => sql`(
      source = ${HTTP_SOURCE} and token not in (select token from given)
      and time_at > (select coalesce(logs_time, 0) - ${HTTP_PRICE_SECONDS}::int from chain_state where chain = ${chain})
    )`;

/**
 * The mark a day before each block, as `day_ago`, where the points of that time are written and fine: after the first
 * indexed block (before it there are only closes of days), and not after the clock.
 */
const selectDayAgo = (chain: string) => sql`
    head as (
      select block_number, (b.time_at - 86400) / 300 * 300 as mark
      from (select distinct block_number from priced) p join block b using (block_number) where b.chain = ${chain}
    ), day_ago as (
      select head.* from head join price_clock c on c.chain = ${chain} and c.time_at >= head.mark
      where head.mark >= (select time_at from block where chain = ${chain} order by block_number limit 1)
    )`;

const toPrice = (row: Selectable<PriceTable>): Price => ({
  chain: row.chain,
  token: fromBytea(row.token),
  usd: row.usd,
  source: row.source,
  blockNumber: row.block_number,
  timeAt: toSeconds(row.time_at),
  dayAgoUsd: row.day_ago_usd,
});
