import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { tellTokens } from "../notifications/notify.ts";
import { LegKind } from "../history/position.ts";
import { selectUnnamed } from "./selectUnnamed.ts";

/**
 * Takes balances back to a block, while the legs after it are still there, and sights and approvals are taken back. A pair
 * that nothing names any more is forgotten, as its row would follow an owner that never had to do with the token, and some
 * tokens give everybody some; what was read after the block waits to be read again.
 */
export async function rewindBalances(db: Store, chain: string, fork: bigint): Promise<void> {
  await touchMoved(db, chain, fork);
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and block_number > ${fork}
    on conflict do nothing`.execute(db);
  await forgetUnnamed(db, chain, fork);
}

/** Tokens whose holders' balances all moved after the fork: those of holders that were read before it move back. */
async function touchMoved(db: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    insert into stale_balance (chain, owner, token)
    select balance.chain, balance.owner, balance.token from balance
    join (
      select distinct token from leg where chain = ${chain} and block_number > ${fork} and kind = ${LegKind.moved}
    ) moved using (token)
    where balance.chain = ${chain}
    on conflict do nothing`.execute(db);
}

/**
 * Deletes the pairs that only legs after the fork name, with their place in the queue, but for what a sight saw: a listed
 * token of an owner that somebody asked for. What no leg names stays, and is read again: balances of the native coin, which
 * can't lie, and of the zero address, whose burns are their senders' legs. Of each token somebody that is known waits: its
 * supply is read with its balances. One that nobody is left of waits to be described again. By balance_by_amount, where a
 * hash tells whom to pass over: `not exists` compares each with all, and a block can give a token to ten thousand.
 */
async function forgetUnnamed(db: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    with unnamed as materialized (
      select owner, token from (${selectUnnamed(chain, fork, FUNGIBLE)}) u where not exists (
        select from token t where t.chain = ${chain} and t.address = u.token and (t.standard = 'native' or t.is_verified
          and exists (select from sight s where s.owner = u.owner and s.chain = ${chain}))
        offset 0
      )
    ), waiting as (
      delete from stale_balance s using unnamed u where s.chain = ${chain} and s.owner = u.owner and s.token = u.token
    ), left_over as materialized (
      select t.token, holder.owner from (select distinct token from unnamed) t left join lateral (
        select owner from balance b
        where chain = ${chain} and token = t.token and (owner, token) not in (select owner, token from unnamed)
        order by raw_amount desc limit 1
      ) holder on true
    ), known as (
      insert into stale_balance (chain, owner, token)
      select ${chain}, owner, token from left_over where owner is not null
      on conflict do nothing
    ), gone as (
      delete from balance b using unnamed u
      where b.owner = u.owner and b.chain = ${chain} and b.token = u.token
    ), unheld as (
      update token t set metadata_block = null, total_supply = null from left_over
      where t.chain = ${chain} and t.address = left_over.token and left_over.owner is null
        and (t.metadata_block, t.total_supply) is distinct from (null, null)
      returning t.chain, t.address
    )
    ${tellTokens("unheld")}`.execute(db);
}

const FUNGIBLE = [LegKind.token, LegKind.approval, LegKind.permit2Approval];
