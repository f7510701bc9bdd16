import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { holdChain } from "../chains/holdChain.ts";
import { inTransaction } from "../database/database.ts";
import type { Store } from "../database/database.ts";
import { toByteaArray } from "../encoding/bytea.ts";
import type { Address } from "../encoding/bytea.ts";

/**
 * Adds the histories of all owners that have none: see addScannedHistories. It compares all owners, so call it once: those
 * of an earlier version have none.
 */
export async function addOwnerHistories(db: Store, chain: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdChain(tx, chain); // a rewind would not see what is added meanwhile
    await addMissingHistories(tx, chain);
  });
}

/** The same in a transaction that holds the chain. */
export async function addMissingHistories(tx: Store, chain: string): Promise<void> {
  await sql`
    insert into owner_history (chain, owner, to_block)
    select f.chain, f.owner, f.since_block from followed_owner f
    join chain_state c on c.chain = f.chain and c.index_mode = 'owners'
    where f.chain = ${chain} and f.since_block >= 0
      and not exists (select 1 from owner_history h where h.chain = f.chain and h.owner = f.owner)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into owner_history (chain, owner, to_block)
    select s.chain, s.owner, least(c.start_block - 1, c.logs_block) from sight s
    join chain_state c on c.chain = s.chain and c.index_mode = 'full' and c.start_block > 0 and c.keep_blocks is null
    where s.chain = ${chain} and s.block_number is not null
      and not exists (select 1 from owner_history h where h.chain = s.chain and h.owner = s.owner)
    on conflict do nothing`.execute(tx);
}

/**
 * Adds the histories of owners with an initial scan: of followed owners, or on a chain that is indexed in full from a
 * later block than genesis and keeps all blocks, of all. A history ends at a stored block: the index must not find a later one stored. Call it
 * in a transaction that holds the chain.
 * @param owners - Some of which may have histories.
 */
export async function addScannedHistories(tx: Store, chain: string, owners: readonly Address[]): Promise<void> {
  await sql`
    with ${selectState(chain)}
    insert into owner_history (chain, owner, to_block)
    select ${chain}, owner, case when index_mode = 'owners' then since_block else last_block end
    from unnest(${toByteaArray(owners)}::bytea[]) as t(owner) cross join state
    left join (select owner, since_block from followed_owner where chain = ${chain}) f using (owner)
    where case when index_mode = 'owners' then since_block >= 0 else start_block > 0 and is_all_kept end
    order by owner on conflict do nothing`.execute(tx);
}

/** SQL: an expression of a statement's `with`. */
const selectState = (chain: string): RawBuilder<unknown> => sql`state as materialized (
      select index_mode, start_block, least(start_block - 1, logs_block) as last_block, keep_blocks is null as is_all_kept
      from chain_state where chain = ${chain}
    )`;
