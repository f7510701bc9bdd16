import { sql } from "kysely";
import { advanceChain } from "./chains.ts";
import type { BlockRef } from "./chains.ts";
import type { Store } from "./database.ts";

/**
 * Forgets what came after a block, which becomes the cursor: legs are deleted, and every balance that was read after it
 * waits to be read again. The block that balances are said to be true at stays until that is done. Call it in a
 * transaction that holds the chain (`lockCursor`). Legs are found by leg_by_block, balances by a scan.
 */
export async function rewindChain(db: Store, chain: string, fork: BlockRef): Promise<void> {
  await sql`delete from leg where chain = ${chain} and block_number > ${fork.blockNumber}`.execute(db);
  await sql`
    insert into stale_balance (chain, owner, token)
    select chain, owner, token from balance where chain = ${chain} and block_number > ${fork.blockNumber}
    on conflict do nothing`.execute(db);
  await advanceChain(db, chain, { logs: fork });
}
