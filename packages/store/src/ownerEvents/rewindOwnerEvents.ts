import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { announceEvents } from "./announceEvents.ts";
import type { NumberedOwner } from "./announceEvents.ts";
import { findOpenStreams } from "./findOpenStreams.ts";

/**
 * Writes events that take back those of blocks after the fork, newest first. Call it in the transaction that deletes these
 * blocks. By owner_event_by_block.
 */
export async function rewindOwnerEvents(tx: Store, chain: string, fork: bigint): Promise<void> {
  if ((await findOpenStreams(tx, chain)) === undefined) return;
  await revertEvents(tx, chain, fork);
  await sql`
    update event_stream s set since_block = ${fork} from (
      select owner from event_stream where chain = ${chain} and since_block > ${fork} order by owner for update
    ) later where s.chain = ${chain} and s.owner = later.owner`.execute(tx);
  await sql`
    update event_cursor set block_number = ${fork} where chain = ${chain} and block_number > ${fork}`.execute(tx);
}

/**
 * Takes back the events of blocks that the chain's index, which replaced another, has with other hashes, and whatever came
 * after them. Call it in the transaction that replaces the index.
 */
export async function revertUnknownEvents(tx: Store, chain: string): Promise<void> {
  const { rows } = await sql<{ first: bigint | null }>`
    select min(block_number) as first from owner_event e
    join block b using (chain, block_number)
    where chain = ${chain} and not is_reverted and reverts is null and b.hash <> e.block_hash`.execute(tx);
  const first = rows[0]?.first ?? null;
  if (first !== null) await rewindOwnerEvents(tx, chain, first - 1n);
}

async function revertEvents(tx: Store, chain: string, fork: bigint): Promise<void> {
  const { rows } = await sql<NumberedOwner>`
    with gone as (
      update owner_event set is_reverted = true
      where chain = ${chain} and block_number > ${fork} and not is_reverted and reverts is null
      returning *
    ), numbered as materialized (
      select gone.*, last_number + row_number() over (partition by owner order by number desc) as next_number
      from gone join event_stream s using (chain, owner)
    ), inserted as (
      insert into owner_event (
        chain, owner, number, reverts, block_number, block_hash, time_at, tx_index, tx_hash, movement_count, kinds,
        movements, sender, recipient, is_success
      )
      select chain, owner, next_number, number, block_number, block_hash, time_at, tx_index, tx_hash, movement_count, kinds,
        movements, sender, recipient, is_success
      from numbered
    )
    select owner, max(next_number) as "lastNumber" from numbered group by owner order by owner`.execute(tx);
  await announceEvents(tx, chain, rows);
}
