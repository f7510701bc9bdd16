import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { notifyTokens } from "../notifications/notify.ts";
import { LegKind } from "../history/position.ts";
import { isTrimmed } from "../retention/keptRange.ts";
import { selectUnnamed } from "./selectUnnamed.ts";

/**
 * Rewinds balances to a block, while the legs after it still exist, after initial scans and approvals. A pair
 * that no leg names any more is deleted, because its row would track an owner without any relation to the token, and
 * some
 * tokens report balances for everybody; those read after the block are queued to be read again.
 */
export async function rewindBalances(db: Store, chain: string, fork: bigint): Promise<void> {
  await markMovedStale(db, chain, fork);
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and block_number > ${fork}
    on conflict do nothing`.execute(db);
  await deleteUnnamed(db, chain, fork);
}

/** Rebasing tokens with a rebase after the fork: balances read before it are queued. */
async function markMovedStale(db: Store, chain: string, fork: bigint): Promise<void> {
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
 * Deletes the pairs that only legs after the fork name, with their queue entries, except for those of an initial scan:
 * a listed
 * token of a requested owner, and except for those read before the fork if blocks were dropped. Pairs without legs stay, and are read again: balances of the native coin, which
 * are always true, and of the zero address, whose burns are their senders' legs. One known holder of each token is
 * queued: its
 * supply is read with its balances. A token without holders is queued for its metadata. By balance_by_amount, where a
 * hash excludes owners: `not exists` compares each with all, and a block can distribute a token to ten thousand.
 */
async function deleteUnnamed(db: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    with unnamed as materialized (
      select owner, token from (${selectUnnamed(chain, fork, FUNGIBLE)}) u where not (${isTrimmed(chain)} and exists (
        select from balance b where b.owner = u.owner and b.chain = ${chain} and b.token = u.token
          and coalesce(b.opened_block, 0) <= ${fork} offset 0
      )) and not exists (
        select from token t where t.chain = ${chain} and t.address = u.token and (t.standard = 'native' or t.is_verified
          and exists (select from sight s where s.owner = u.owner and s.chain = ${chain}))
        offset 0
      ) and not exists (
        select from token_log l
        where l.owner = u.owner and l.chain = ${chain} and l.token = u.token and l.block_number <= ${fork} offset 0
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
    ${notifyTokens("unheld")}`.execute(db);
}

const FUNGIBLE = [LegKind.token, LegKind.approval, LegKind.permit2Approval];
