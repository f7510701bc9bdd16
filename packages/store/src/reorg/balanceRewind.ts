import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fromBytea, toByteaArray } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import type { Store } from "../database/database.ts";
import { isDistributed } from "../distribution/isDistributed.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import { notifyTokens } from "../notifications/notify.ts";
import { LegKind } from "../history/position.ts";
import { isTrimmed, mayPrecede } from "../retention/keptRange.ts";
import { listRewound } from "./listRewound.ts";
import { selectUnnamed } from "./selectUnnamed.ts";

/**
 * Rewinds balances to a block, while the legs after it still exist, after initial scans and approvals. A pair
 * that no leg names any more is deleted, because its row would track an owner without any relation to the token, and some
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
 * Deletes the pairs that only legs after the fork name, with their queue entries, except for those of an initial scan: a
 * listed token of a requested owner, and if blocks were dropped, except for those of a token that may have existed before
 * the fork. Pairs without legs stay, and are read again: balances of the native coin, which are always true, and of the
 * zero address, whose burns are their senders' legs. One known holder of each token is queued: its supply is read with its
 * balances. A token without holders is queued for its metadata. By balance_by_amount, where a hash excludes owners:
 * `not exists` compares each with all, and a block can distribute a token to ten thousand.
 */
async function deleteUnnamed(db: Store, chain: string, fork: bigint): Promise<void> {
  const { rows: tokens } = await withOwnerRows(
    db,
    (tx) => listRows(tx, chain, fork),
    (tx) =>
      sql<{ token: Bytea }>`
        with unnamed as materialized (
          select owner, token from (${selectUnnamed(chain, fork, FUNGIBLE)}) u
          where not (${isTrimmed(chain)} and ${mayPrecede(chain, sql.ref("u.token"), fork)}) and not exists (
            select 1 from token t where t.chain = ${chain} and t.address = u.token and (t.standard = 'native' or t.is_verified
              and exists (select 1 from sight s where s.owner = u.owner and s.chain = ${chain}))
            offset 0
          ) and not exists (
            select 1 from token_log l
            where l.owner = u.owner and l.chain = ${chain} and l.token = u.token and l.block_number <= ${fork} offset 0
          )
        ), waiting as (
          delete from stale_balance s using unnamed u where s.chain = ${chain} and s.owner = u.owner and s.token = u.token
        ), gone as (
          delete from balance b using unnamed u
          where b.owner = u.owner and b.chain = ${chain} and b.token = u.token
        )
        select distinct token from unnamed order by token`.execute(tx),
  );
  if (tokens.length > 0)
    await queueLeftOver(
      db,
      chain,
      tokens.map(({ token }) => token),
    );
}

async function listRows(db: Store, chain: string, fork: bigint): Promise<OwnerRows[]> {
  const kinds = sql`kind in (${sql.join(FUNGIBLE)})`;
  const { owners, tokens } = await listRewound(db, chain, fork, kinds);
  const ofPairs = sql`chain = ${chain} and owner = ${owners} and token = ${tokens}`;
  return [
    {
      table: "leg",
      where: [sql`${ofPairs} and ${kinds} and block_number > ${fork}`],
      newest: { where: sql`${ofPairs} and ${kinds} and block_number <= ${fork}`, by: sql`owner, token, token_id` },
    },
    { table: "token", where: [sql`chain = ${chain} and address = ${tokens}`] },
    { table: "sight", where: [sql`chain = ${chain} and owner = ${owners}`] },
    { table: "token_log", where: [sql`${ofPairs} and block_number <= ${fork}`] },
    { table: "balance", where: [ofPairs], isWritten: true },
    { table: "chain_state", where: [sql`chain = ${chain}`] },
    { table: "contract", where: [sql`chain = ${chain} and block_number > ${fork}`] },
  ];
}

async function queueLeftOver(db: Store, chain: string, tokens: readonly Bytea[]): Promise<void> {
  const holders = await listHolderOfEach(db, chain, tokens);
  await sql`
    with left_over as materialized (
      select * from unnest(${toByteaArray(tokens.map(fromBytea))}::bytea[], ${holders}::bytea[]) as t(token, owner)
    ), known as (
      insert into stale_balance (chain, owner, token)
      select ${chain}, owner, token from left_over where owner is not null
      on conflict do nothing
    ), unheld as (
      update token t set metadata_block = null, total_supply = null from left_over
      where t.chain = ${chain} and t.address = left_over.token and left_over.owner is null
        and (t.metadata_block, t.total_supply) is distinct from (null, null)
      returning t.chain, t.address
    )
    ${notifyTokens("unheld")}`.execute(db);
}

/** A known holder of each token, in their order; null: none is left. */
async function listHolderOfEach(db: Store, chain: string, tokens: readonly Bytea[]): Promise<(Bytea | null)[]> {
  const selectHolder = (token: RawBuilder<unknown>) => sql<{ owner: Bytea | null }>`
    select owner from balance where chain = ${chain} and token = ${token} order by raw_amount desc limit 1`;
  if (await isDistributed(db)) {
    const found = await Promise.all(tokens.map((token) => selectHolder(sql`${token}`).execute(db)));
    return found.map(({ rows }) => rows[0]?.owner ?? null);
  }
  const { rows } = await sql<{ owner: Bytea | null }>`
    select holder.owner from unnest(${toByteaArray(tokens.map(fromBytea))}::bytea[]) with ordinality as t(token, nth)
    left join lateral (${selectHolder(sql`t.token`)}) holder on true order by nth`.execute(db);
  return rows.map(({ owner }) => owner);
}

const FUNGIBLE = [LegKind.token, LegKind.approval, LegKind.permit2Approval];
