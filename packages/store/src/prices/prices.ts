import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { fromFirstBlock } from "../chains/firstBlock.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { HTTP_PRICE_SECONDS, HTTP_SOURCE } from "./httpPrices.ts";
import { notifyTokens } from "../notifications/notify.ts";
import type { PriceTable } from "./priceSchema.ts";

export type Price = {
  chain: string;
  token: Address;
  /** US dollars for one whole token. */
  usd: number;
  /** Its source: "chainlink", "wrapped", … */
  source: string;
  /** The block at which it was read, and its own time (unix seconds): a feed's answer is older than the block. */
  blockNumber: bigint;
  timeAt: number;
  /** A day before that block; null if unknown. Read-only: replacePrices derives it from the price points. */
  dayAgoUsd?: number | null;
};

/** All prices of the given chains, or of all chains. By primary key. */
export async function listPrices(db: Store, chains?: readonly string[]): Promise<Price[]> {
  const isWanted = chains ? sql`chain = any(${chains})` : sql`true`;
  const { rows } = await sql<Selectable<PriceTable>>`
    select * from price where ${isWanted} order by chain, token`.execute(db);
  return rows.map(toPrice);
}

/** Existing prices of these tokens, in any order. By primary key. */
export async function listPricesByToken(db: Store, chain: string, tokens: readonly Address[]): Promise<Price[]> {
  if (tokens.length === 0) return [];
  const { rows } = await sql<Selectable<PriceTable>>`
    select * from price where chain = ${chain} and token = any(${toByteaArray(tokens)}::bytea[])`.execute(db);
  return rows.map(toPrice);
}

/**
 * Replaces a chain's prices: adds, updates, and removes missing ones (for example of a stale feed). Each token once.
 * Their values a day before their block are looked up in price_point. Notifies the token channel of changed tokens; a
 * newer block alone is not a change.
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
      select priced.*, ${findDayAgo(chain, "priced")} as day_ago_usd
      from priced left join day_ago using (block_number)
    ), before as (
      select token, usd, source, time_at, day_ago_usd from price where chain = ${chain} and not ${isRetained(chain)}
    ), gone as (
      delete from price
      where chain = ${chain} and token not in (select token from given) and not ${isRetained(chain)}
    ), written as (
      insert into price (chain, token, usd, source, block_number, time_at, day_ago_usd)
      select ${chain}, token, usd, source, block_number, time_at, day_ago_usd from given order by token
      on conflict (chain, token) do update set usd = excluded.usd, source = excluded.source,
        block_number = excluded.block_number, time_at = excluded.time_at, day_ago_usd = excluded.day_ago_usd
    ), changed as (
      select ${chain}::text as chain, token as address from given g full join before b using (token)
      where (g.usd, g.source, g.time_at, g.day_ago_usd) is distinct from (b.usd, b.source, b.time_at, b.day_ago_usd)
    )
    ${notifyTokens("changed")}`.execute(db);
}

/**
 * Looks up the prices a day before their block again, and notifies the token channel of changes: for points that are
 * written after the prices, on a chain without new blocks. A look-up in price_point for each. Call it in a transaction
 * that holds the chain's row.
 */
export async function refreshDayAgo(tx: Store, chain: string): Promise<void> {
  await sql`
    with priced as (
      select distinct block_number from price where chain = ${chain}
    ), ${selectDayAgo(chain)}, found as (
      select price.token, ${findDayAgo(chain, "price")} as usd
      from price join day_ago using (block_number) where price.chain = ${chain}
    ), changed as (
      update price set day_ago_usd = found.usd from found
      where price.chain = ${chain} and price.token = found.token and price.day_ago_usd is distinct from found.usd
      returning price.chain, price.token as address
    )
    ${notifyTokens("changed")}`.execute(tx);
}

/**
 * A price from an operator's own server, for a token without an on-chain price, is retained for a day: see
 * httpPrices.ts.
 */
const isRetained = (chain: string) => sql`(
      source = ${HTTP_SOURCE} and token not in (select token from given)
      and time_at > (select coalesce(logs_time, 0) - ${HTTP_PRICE_SECONDS}::int from chain_state where chain = ${chain})
    )`;

/** The point time a day before each block, as `day_ago`, if points are written then: not after the clock. */
const selectDayAgo = (chain: string) => sql`
    head as (
      select block_number, (b.time_at - 86400) / 300 * 300 as mark
      from (select distinct block_number from priced) p join block b using (block_number) where b.chain = ${chain}
    ), day_ago as (
      select head.*, head.mark >= (select b.time_at ${fromFirstBlock(sql`${chain}`)}) as is_indexed
      from head join price_clock c on c.chain = ${chain} and c.time_at >= head.mark
    )`;

/**
 * A token's price at that time, if points at full resolution are written then: after the first indexed block (there are
 * only closes before it), or as far as its past prices are read.
 */
const findDayAgo = (chain: string, table: "price" | "priced") => sql`(
        select nullif(usd, 0) from price_point p
        where p.chain = ${chain} and p.token = ${sql.ref(`${table}.token`)} and p.time_at <= day_ago.mark
          and (day_ago.is_indexed or exists (
            select 1 from price_backfill f where f.chain = p.chain and f.token = p.token and f.since_at <= day_ago.mark
          ))
        order by p.time_at desc limit 1
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
