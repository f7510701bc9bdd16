import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { BlockRef } from "../chains/chains.ts";
import { fromFirstBlock } from "../chains/firstBlock.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { toSeconds } from "../encoding/epochSeconds.ts";
import { notifyTokens } from "../notifications/notify.ts";
import type { PriceTable } from "./priceSchema.ts";

/** The source of prices from an operator's own server. */
export const HTTP_SOURCE = "http";

/** Maximum age of a price from an operator's own server, seconds. */
export const HTTP_PRICE_SECONDS = 86_400;

export type HttpPrice = {
  token: Address;
  usd: number;
  /** Unix seconds. */
  timeAt: number;
};

/**
 * Held tokens without an on-chain price, by address; no scams, and none without decimals, whose amounts can't be
 * valued. A range of the token table's primary key, and a look-up in balance_by_amount for each.
 */
export async function listUnpricedTokens(
  db: Store,
  chain: string,
  { limit, after }: { limit: number; after?: Address | undefined },
): Promise<Address[]> {
  const start = toByteaArray(after === undefined ? [] : [after]);
  const isHeld = (await isDistributed(db))
    ? sql`address in (select distinct token from balance where chain = ${chain} and raw_amount > 0 offset 0)`
    : sql`exists (
        select 1 from balance b where b.chain = t.chain and b.token = t.address and b.raw_amount > 0
      )`;
  const { rows } = await sql<{ address: Bytea }>`
    select address from token t
    where chain = ${chain} and address > coalesce((${start}::bytea[])[1], '\\x') and decimals is not null
      and is_scam is not true and is_suspicious is not true
      and not exists (
        select 1 from price p where p.chain = t.chain and p.token = t.address and p.source <> ${HTTP_SOURCE}
      )
      and ${isHeld}
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => fromBytea(address));
}

/** The response of an operator's server to a request for tokens. */
export type HttpAnswer = { requested: readonly Address[]; prices: readonly HttpPrice[] };

/**
 * Stores an operator's server's prices; never overwrites a price from the chain. Previous prices of tokens that were
 * requested but not returned are deleted. Call it in a transaction that holds the chain's row.
 * @param head - The block at which the response is taken to be valid.
 */
export async function writeHttpPrices(
  db: Store,
  chain: string,
  head: Pick<BlockRef, "blockNumber" | "timeAt">,
  { requested, prices }: HttpAnswer,
): Promise<void> {
  const dayAgo = Math.floor((head.timeAt - 86_400) / 300) * 300;
  await sql`
    with given as (
      select t.*, (
        select nullif(usd, 0) from price_point p
        where p.chain = ${chain} and p.token = t.token and p.time_at <= ${dayAgo}
          and exists (select 1 from price_clock c where c.chain = p.chain and c.time_at >= ${dayAgo})
          and ${dayAgo} >= (select b.time_at ${fromFirstBlock(sql`${chain}`)})
        order by p.time_at desc limit 1
      ) as day_ago_usd
      from unnest(${toByteaArray(prices.map(({ token }) => token))}::bytea[],
        ${toNumberArray(prices.map(({ usd }) => usd))}::float8[],
        ${toNumberArray(prices.map(({ timeAt }) => timeAt))}::bigint[]) as t(token, usd, time_at)
    ), gone as (
      delete from price where chain = ${chain} and source = ${HTTP_SOURCE}
        and token = any(${toByteaArray(requested)}::bytea[]) and token not in (select token from given)
      returning token
    ), written as (
      insert into price as p (chain, token, usd, source, block_number, time_at, day_ago_usd)
      select ${chain}, token, usd, ${HTTP_SOURCE}, ${head.blockNumber}::bigint, time_at, day_ago_usd
      from given order by token
      on conflict (chain, token) do update set usd = excluded.usd, block_number = excluded.block_number,
        time_at = excluded.time_at, day_ago_usd = excluded.day_ago_usd
      where p.source = ${HTTP_SOURCE}
      returning token
    ), changed as (
      select ${chain}::text as chain, token as address from (table gone union all table written) changes
    )
    ${notifyTokens("changed")}`.execute(db);
}

/** All prices of a chain from an operator's server. By primary key. */
export async function listHttpPrices(db: Store, chain: string): Promise<HttpPrice[]> {
  const { rows } = await sql<Pick<Selectable<PriceTable>, "time_at" | "token" | "usd">>`
    select token, usd, time_at from price where chain = ${chain} and source = ${HTTP_SOURCE}`.execute(db);
  return rows.map((row) => ({ token: fromBytea(row.token), usd: row.usd, timeAt: toSeconds(row.time_at) }));
}
