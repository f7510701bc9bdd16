import { sql } from "kysely";
import type { Store } from "../database/database.ts";
import { IS_WHOLE } from "../chains/chainSyncStatus.ts";
import { lockChain } from "../distribution/lockChain.ts";
import type { IndexMode } from "../database/schema.ts";
import { deleteUnfollowedOwners } from "./deleteOwners.ts";
import { addMissingHistories } from "./addHistories.ts";

/**
 * Changes how much of a chain is indexed. To "owners": those with an initial scan are followed, and what is stored of
 * others is deleted. To "full": everything from the next block on is stored, and what is stored of followed owners
 * stays. Call it in a transaction that holds the chain (`lockCursor`).
 */
export async function setIndexMode(tx: Store, chain: string, mode: IndexMode): Promise<void> {
  const lock = await lockChain(tx, chain, "update");
  const { rows } = await sql<{ mode: IndexMode }>`
    select index_mode as mode from chain_state where chain = ${chain} ${lock}`.execute(tx);
  if (rows[0] === undefined || rows[0].mode === mode) return;
  if (mode === "owners") await followScanned(tx, chain);
  await sql`
    update chain_state set index_mode = ${mode}, owners_version = owners_version + 1,
      start_block = case when ${mode} = 'full' then coalesce(logs_block + 1, start_block) else start_block end,
      indexed_from = case when ${mode} = 'full' and indexed_from is not null then coalesce(logs_block + 1, start_block)
        else indexed_from end,
      all_logs_since = null, all_coins_since = null
    where chain = ${chain}`.execute(tx);
  await addMissingHistories(tx, chain);
}

/**
 * All changes of these owners, and of those with streams of events, are stored since the first block. On a chain that is indexed from genesis nobody needs a
 * scan: there, owners with read positions are those who were requested.
 */
async function followScanned(tx: Store, chain: string): Promise<void> {
  await sql`
    insert into sight (owner, chain, block_number)
    select distinct owner, chain, balances_block from position_read join chain_state using (chain)
    where chain = ${chain} and ${sql.raw(IS_WHOLE)} and balances_block is not null
    on conflict (owner, chain) do nothing`.execute(tx);
  await sql`
    insert into followed_owner as f (chain, owner, since_block)
    select s.chain, s.owner, start_block - 1 from sight s join chain_state using (chain)
    where s.chain = ${chain} and s.block_number is not null
    on conflict (chain, owner) do update set since_block = coalesce(f.since_block, excluded.since_block)`.execute(tx);
  await sql`
    insert into followed_owner as f (chain, owner, since_block)
    select e.chain, e.owner, start_block - 1 from event_stream e join chain_state using (chain) where e.chain = ${chain}
    on conflict (chain, owner) do update set since_block = coalesce(f.since_block, excluded.since_block)`.execute(tx);
  await deleteUnfollowedOwners(tx, chain);
}
