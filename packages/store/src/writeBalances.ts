import { sql } from "kysely";
import { toByteaArray, toNumberArray } from "./bytea.ts";
import type { Address } from "./bytea.ts";
import type { Store } from "./database.ts";
import type { Pair } from "./staleBalances.ts";

export type BalanceRead = { owner: Address; token: Address; rawAmount: bigint };

/**
 * Stores what calls at one block answered, and takes these pairs out of the queue of stale ones. One statement; each
 * pair at most once.
 */
export async function writeBalances(
  db: Store,
  chain: string,
  blockNumber: bigint,
  balances: readonly BalanceRead[],
): Promise<void> {
  if (balances.length === 0) return;
  const owners = toByteaArray(balances.map(({ owner }) => owner));
  const tokens = toByteaArray(balances.map(({ token }) => token));
  const rawAmounts = toNumberArray(balances.map(({ rawAmount }) => rawAmount));
  await sql`
    with read as (
      select * from unnest(${owners}::bytea[], ${tokens}::bytea[], ${rawAmounts}::numeric[]) as t(owner, token, raw_amount)
    ), fresh as (
      delete from stale_balance s using read where s.chain = ${chain} and s.owner = read.owner and s.token = read.token
    )
    insert into balance (owner, chain, token, raw_amount, block_number)
    select owner, ${chain}, token, raw_amount, ${blockNumber}::bigint from read order by owner, token
    on conflict (owner, chain, token) do update
    set raw_amount = excluded.raw_amount, block_number = excluded.block_number`.execute(db);
}

/**
 * Takes pairs out of the queue of stale balances and leaves no row for them: what they hold can't be known. By the
 * primary keys.
 */
export async function forgetBalances(db: Store, chain: string, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const owners = toByteaArray(pairs.map(({ owner }) => owner));
  const tokens = toByteaArray(pairs.map(({ token }) => token));
  await sql`
    with unknown as (
      select * from unnest(${owners}::bytea[], ${tokens}::bytea[]) as t(owner, token)
    ), fresh as (
      delete from stale_balance s using unknown u where s.chain = ${chain} and s.owner = u.owner and s.token = u.token
    )
    delete from balance b using unknown u where b.owner = u.owner and b.chain = ${chain} and b.token = u.token`.execute(
    db,
  );
}
