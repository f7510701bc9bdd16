import { sql } from "kysely";
import { toBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { selectOwnerRows } from "../distribution/selectOwnerRows.ts";
import type { Pair } from "./staleBalances.ts";

/**
 * Balances of owners, base units, in the order of the pairs; null if never read or unreadable.
 * One primary key look-up each.
 */
export async function listHeld(db: Store, chain: string, pairs: readonly Pair[]): Promise<(bigint | null)[]> {
  if (pairs.length === 0) return [];
  const owners = toByteaArray(pairs.map(({ owner }) => owner));
  const tokens = toByteaArray(pairs.map(({ token }) => token));
  const balance = await selectOwnerRows(
    db,
    "balance",
    ["owner", "token", "raw_amount", "chain"],
    sql`
    owner = any(${owners}::bytea[]) and chain = ${chain} and token = any(${tokens}::bytea[])`,
  );
  const { rows } = await sql<{ raw_amount: string | null }>`
    select b.raw_amount::text as raw_amount
    from unnest(${owners}::bytea[], ${tokens}::bytea[]) with ordinality as t(owner, token, place)
    left join ${balance} b on b.owner = t.owner and b.chain = ${chain} and b.token = t.token
    order by t.place`.execute(db);
  return rows.map((row) => (row.raw_amount === null ? null : BigInt(row.raw_amount)));
}

/**
 * Sum of the ten largest known holders of each token, in the order of the tokens: a lower bound of its
 * supply, whatever its `totalSupply` returns. Ten entries of balance_by_amount for each.
 */
export async function sumTopBalances(db: Store, chain: string, tokens: readonly Address[]): Promise<bigint[]> {
  if (tokens.length === 0) return [];
  if (await isDistributed(db)) return await Promise.all(tokens.map((token) => sumTop(db, chain, token)));
  const { rows } = await sql<{ sum: string }>`
    select top.sum::text as sum from unnest(${toByteaArray(tokens)}::bytea[]) with ordinality as t(token, place)
    cross join lateral (
      select coalesce(sum(raw_amount), 0) as sum from (
        select raw_amount from balance where chain = ${chain} and token = t.token and raw_amount > 0
        order by raw_amount desc, owner limit 10
      ) held
    ) top
    order by t.place`.execute(db);
  return rows.map(({ sum }) => BigInt(sum));
}

async function sumTop(db: Store, chain: string, token: Address): Promise<bigint> {
  const { rows } = await sql<{ raw_amount: string }>`
    select raw_amount from balance where chain = ${chain} and token = ${toBytea(token)} and raw_amount > 0
    order by raw_amount desc, owner limit 10`.execute(db);
  return rows.reduce((sum, { raw_amount: rawAmount }) => sum + BigInt(rawAmount), 0n);
}
