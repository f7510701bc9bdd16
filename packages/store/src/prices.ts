import { sql } from "kysely";
import type { Selectable } from "kysely";
import { fromBytea, toByteaArray, toNumberArray } from "./bytea.ts";
import type { Address } from "./bytea.ts";
import type { Store } from "./database.ts";
import { tellTokens } from "./notify.ts";
import type { PriceTable } from "./schema.ts";

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
  const rows = await db
    .selectFrom("price")
    .selectAll()
    .where("chain", "=", chain)
    .where("token", "=", sql<never>`any(${toByteaArray(tokens)}::bytea[])`)
    .execute();
  return rows.map(toPrice);
}

/**
 * Makes these the prices of a chain: adds, replaces, and removes what is no longer there (a feed that went stale).
 * Tells the token channel of which tokens the price itself changed; a newer block or time alone is no news.
 */
export async function replacePrices(db: Store, chain: string, prices: readonly Omit<Price, "chain">[]): Promise<void> {
  const tokens = toByteaArray(prices.map(({ token }) => token));
  const usd = toNumberArray(prices.map((price) => price.usd));
  const sources = prices.map(({ source }) => source);
  const blocks = toNumberArray(prices.map(({ blockNumber }) => blockNumber));
  const times = toNumberArray(prices.map(({ timeAt }) => timeAt));
  await sql`
    with given as (
      select * from unnest(${tokens}::bytea[], ${usd}::float8[], ${sources}::text[], ${blocks}::bigint[], ${times}::int[])
        as t(token, usd, source, block_number, time_at)
    ), before as (
      select token, usd, source from price where chain = ${chain}
    ), gone as (
      delete from price where chain = ${chain} and token not in (select token from given)
    ), written as (
      insert into price (chain, token, usd, source, block_number, time_at)
      select ${chain}, token, usd, source, block_number, time_at from given order by token
      on conflict (chain, token) do update set
        usd = excluded.usd, source = excluded.source, block_number = excluded.block_number, time_at = excluded.time_at
    ), changed as (
      select ${chain}::text as chain, token as address
      from (select token, usd, source from given) g full join before b using (token)
      where (g.usd, g.source) is distinct from (b.usd, b.source)
    )
    ${tellTokens("changed")}`.execute(db);
}

const toPrice = (row: Selectable<PriceTable>): Price => ({
  chain: row.chain,
  token: fromBytea(row.token),
  usd: row.usd,
  source: row.source,
  blockNumber: row.block_number,
  timeAt: row.time_at,
});
