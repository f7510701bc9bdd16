import { sql } from "kysely";
import { rewindApprovals } from "./approvals.ts";
import { advanceChain } from "./chains.ts";
import type { BlockRef } from "./chains.ts";
import type { Store } from "./database.ts";
import { rewindNfts } from "./nftRewind.ts";
import { LegKind } from "./position.ts";
import { rewindSights } from "./sights.ts";
import { rewindTokens } from "./tokenWrites.ts";

/**
 * Forgets what came after a block, which becomes the cursor: what was appended is deleted, and everything that was read
 * after it waits to be read again. The block that balances are said to be true at stays until that is done: do it in the
 * same transaction, or say that there is none. Call it in a transaction that holds the chain (`lockCursor`).
 * Appended rows are found by BRIN indexes, balances by a scan: it takes 0.08 s for a million of them, and an index would cost
 * every write. A b-tree of a column that every update changes ends updates in place; a BRIN of rows that are updated all
 * over the table soon excludes none of its pages.
 */
export async function rewindChain(db: Store, chain: string, fork: BlockRef): Promise<void> {
  await rewindNfts(db, chain, fork);
  await rewindApprovals(db, chain, fork);
  await rewindSights(db, chain, fork.blockNumber);
  await rewindTokens(db, chain, fork);
  await touchMoved(db, chain, fork);
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and block_number > ${fork.blockNumber}
    on conflict do nothing`.execute(db);
  for (const table of ["leg", "contract", "transaction", "block"]) {
    await sql`
      delete from ${sql.table(table)} where chain = ${chain} and block_number > ${fork.blockNumber}`.execute(db);
  }
  await advanceChain(db, chain, { logs: fork });
}

/** Tokens whose holders' balances all moved after the fork: those of holders that were read before it move back. */
async function touchMoved(db: Store, chain: string, { blockNumber }: BlockRef): Promise<void> {
  await sql`
    insert into stale_balance (chain, owner, token)
    select balance.chain, balance.owner, balance.token from balance
    join (
      select distinct token from leg where chain = ${chain} and block_number > ${blockNumber}
        and kind = ${LegKind.moved}
    ) moved using (token)
    where balance.chain = ${chain}
    on conflict do nothing`.execute(db);
}
