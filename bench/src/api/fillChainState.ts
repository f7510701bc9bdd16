import type { Store } from "@portico/store";
import { sql } from "kysely";

/** eth as indexed from its first block to its head, which is block 100. */
export async function fillChainState(db: Store): Promise<void> {
  await sql`INSERT INTO chain_state (chain, chain_id, start_block, logs_block, logs_hash, logs_time,
      balances_block, balances_hash, balances_time, target_block)
    SELECT 'eth', 1, 0, 100, hash, 1700000000, 100, hash, 1700000000, 100 FROM (SELECT sha256('') AS hash) h`.execute(
    db,
  );
}
