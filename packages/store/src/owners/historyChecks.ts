import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Address, Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";

/**
 * Whether the changes of an owner's tokens add up to its balances depends on which tokens drift, count twice, or are
 * verified. When that changes, ended histories of their holders are checked again: a token is queued in the transaction
 * that changes it, and a side job marks the histories page by page.
 *
 * SQL: the insert that queues tokens.
 * @param changed - Name of an expression of the statement's `with`, with each token once, in the column `token`.
 */
export const queueHistoryTokens = (chain: string, changed: string): RawBuilder<unknown> => sql`
    insert into history_token (chain, token)
    select ${chain}, token from ${sql.table(changed)}
    where exists (select 1 from owner_history where chain = ${chain}) order by token
    on conflict (chain, token) do update set after_owner = ''`;

/** Marks the histories of owners whose balances of another token list were read. */
export async function markHistoriesChanged(tx: Store, chain: string, owners: readonly Address[]): Promise<void> {
  await sql`
    update owner_history set change_count = change_count + 1
    where chain = ${chain} and owner = any(${toByteaArray(owners)}::bytea[])`.execute(tx);
}

const TOKENS_AT_ONCE = 100;
const OWNERS_AT_ONCE = 1_000;

/**
 * Marks a page of the histories of queued tokens' holders. Call it in a transaction that holds the chain.
 * @param limit - Histories that are looked at.
 * @returns whether there was a queued token.
 */
export async function markHistoryPage(tx: Store, chain: string, limit = OWNERS_AT_ONCE): Promise<boolean> {
  const { rows: queued } = await sql<{ token: Bytea; after_owner: Bytea }>`
    select token, after_owner from history_token where chain = ${chain}
    order by after_owner, token limit ${TOKENS_AT_ONCE} for update`.execute(tx);
  const after = queued[0]?.after_owner;
  if (after === undefined) return false;
  const same = queued.filter(({ after_owner: owner }) => owner === after);
  const tokens = toByteaArray(same.map(({ token }) => fromBytea(token)));
  const { rows: owners } = await sql<{ owner: Bytea }>`
    with page as materialized (
      select owner from owner_history where chain = ${chain} and owner > ${after} order by owner limit ${limit}
    ), marked as (
      update owner_history h set change_count = change_count + 1 from page
      where h.chain = ${chain} and h.owner = page.owner and exists (
        select 1 from balance b where b.owner = h.owner and b.chain = ${chain} and b.token = any(${tokens}::bytea[])
      )
    )
    select owner from page order by owner desc limit 1`.execute(tx);
  const [last] = owners;
  const isOfQueued = sql`chain = ${chain} and token = any(${tokens}::bytea[])`;
  await (
    last === undefined
      ? sql`delete from history_token where ${isOfQueued}`
      : sql`update history_token set after_owner = ${last.owner} where ${isOfQueued}`
  ).execute(tx);
  return true;
}
