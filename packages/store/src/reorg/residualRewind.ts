import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { isUnfollowed, MOVING_KINDS, REOPENED } from "../balances/coinLedger.ts";
import { withOwnerRows } from "../distribution/ownerRows.ts";
import type { OwnerRows } from "../distribution/ownerRows.ts";
import { NATIVE } from "../encoding/bytea.ts";
import type { Bytea } from "../encoding/bytea.ts";
import { toNames } from "./listRewound.ts";

/**
 * Deletes the residuals of reads after a block with their legs, while the legs after it still exist, and queues the
 * pairs with the amount that their next read is compared with: that at the block, which follows from the read, the legs
 * and the residuals in between, or if a residual began before the block, the amount at its beginning. A balance whose
 * first read was after the block is opened again, and so is one of the native coin whose legs don't show all changes.
 */
export async function rewindResiduals(db: Store, chain: string, fork: bigint): Promise<void> {
  await withOwnerRows(
    db,
    (tx) => listRows(tx, chain, fork),
    (tx) => undoReads(tx, chain, fork),
  );
}

async function listRows(db: Store, chain: string, fork: bigint): Promise<OwnerRows[]> {
  const { rows: read } = await sql<{ owner: Bytea; token: Bytea }>`
    select owner, token from balance where chain = ${chain} and block_number > ${fork}`.execute(db);
  const { rows: undone } = await sql<{ owner: Bytea; token: Bytea; from: bigint }>`
    select owner, token, from_block as from from residual where chain = ${chain} and to_block > ${fork}`.execute(db);
  const since = undone.reduce((first, { from }) => (from < first ? from : first), fork);
  const { owners } = toNames([...read, ...undone]);
  return [
    { table: "residual", where: [sql`chain = ${chain} and to_block > ${fork}`], isWritten: true },
    { table: "balance", where: [sql`chain = ${chain} and block_number > ${fork}`], isWritten: true },
    {
      table: "leg",
      where: [sql`chain = ${chain} and owner = ${owners} and block_number > ${since}`],
      isWritten: true,
    },
    { table: "fee_recipient", where: [sql`chain = ${chain} and owner = ${owners}`] },
    { table: "chain_state", where: [sql`chain = ${chain}`], isWritten: true },
  ];
}

async function undoReads(db: Store, chain: string, fork: bigint): Promise<void> {
  await sql`
    with undone as materialized (
      select owner, token, min(from_block) as from_block, sum(raw_amount) as raw_amount from residual
      where chain = ${chain} and to_block > ${fork} group by owner, token
    ), last as materialized (
      select b.owner, b.token, coalesce(s.base_block, b.block_number) as block_number,
        coalesce(s.base_amount, b.raw_amount) - coalesce(u.raw_amount, 0) as raw_amount,
        least(${fork}::bigint, u.from_block) as base_block, b.token <> ${NATIVE} or coalesce((
          select b.opened_block >= all_coins_since from chain_state where chain = ${chain}
        ), false) and not ${isUnfollowed(sql`b.owner`, chain, {
          from: sql`least(${fork}::bigint, u.from_block)`,
          to: sql`b.block_number`,
        })} as is_followed
      from balance b left join stale_balance s on s.chain = b.chain and s.owner = b.owner and s.token = b.token
      left join undone u on u.owner = b.owner and u.token = b.token
      where b.chain = ${chain} and b.block_number > ${fork} and b.raw_amount is not null
        and coalesce(s.base_block, b.block_number) > ${fork} and coalesce(b.opened_block <= ${fork}, true)
    ), moved as materialized (
      select last.owner, last.token, sum(case when is_inbound then leg.raw_amount else -leg.raw_amount end) as raw_amount
      from last join leg on leg.owner = last.owner and leg.chain = ${chain} and leg.token = last.token
        and leg.block_number > base_block and leg.block_number <= last.block_number
      where is_followed and kind in (${sql.raw(MOVING_KINDS.join(","))}) group by last.owner, last.token
    ), base as materialized (
      select owner, token, base_block, last.raw_amount - coalesce(moved.raw_amount, 0) as base_amount
      from last left join moved using (owner, token) where is_followed
    ), queued as (
      insert into stale_balance (chain, owner, token, base_block, base_amount)
      select ${chain}, owner, token, base_block, base_amount from base where base_amount between 0 and 2::numeric ^ 256
      order by owner, token
      on conflict (chain, owner, token) do update
      set base_block = excluded.base_block, base_amount = excluded.base_amount
    )
    update balance b set opened_block = ${REOPENED}::bigint
    where chain = ${chain} and block_number > ${fork} and (opened_block > ${fork} or (owner, token) in (
      select owner, token from base where base_amount not between 0 and 2::numeric ^ 256
      union all select owner, token from last where not is_followed
    ))`.execute(db);
  await sql`
    with gone as (
      delete from residual where chain = ${chain} and to_block > ${fork} returning owner, tx_block, position
    )
    delete from leg using gone
    where leg.owner = gone.owner and leg.chain = ${chain} and leg.block_number = tx_block and leg.position = gone.position
      and tx_block is not null`.execute(db);
  await sql`
    update chain_state set ledger_block = ${fork} where chain = ${chain} and ledger_block > ${fork}`.execute(db);
}
