import { addFollowedOwners, ensureChainState, type Store } from "@portico/store";
import { sql } from "kysely";
import type { Address } from "viem";

/**
 * Prepares an empty database to index eth for these owners only, as if they had been followed since before a block, and
 * their first balances and histories had been read.
 */
export async function followOwners(db: Store, owners: readonly Address[], startBlock: bigint): Promise<void> {
  await ensureChainState(db, { chain: "eth", chainId: 1, startBlock, mode: "owners" });
  await addFollowedOwners(db, "eth", owners);
  await sql`update followed_owner set since_block = ${startBlock - 1n}`.execute(db);
  await sql`delete from sight`.execute(db);
  await sql`
    insert into owner_history (chain, owner, to_block, calls_from, logs_from, state)
    select chain, owner, since_block, 0, 0, 'complete' from followed_owner`.execute(db);
}
