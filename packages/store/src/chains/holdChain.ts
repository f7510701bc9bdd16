import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { BlockRef } from "./chains.ts";
import type { Store } from "../database/database.ts";
import { lockChain } from "../distribution/lockChain.ts";

/**
 * Prevents a chain's blocks from changing until the transaction ends, for writers other than its indexer: the indexer
 * and reorgs wait. Must be the first lock of the transaction.
 * @param block - If given, the result is whether it is still one of the chain's stored blocks; otherwise true.
 */
export async function holdChain(
  tx: Store,
  chain: string,
  block?: Pick<BlockRef, "blockNumber" | "hash">,
): Promise<boolean> {
  const lock = await lockChain(tx, chain, "share");
  await sql`select 1 from chain_state where chain = ${chain} ${lock}`.execute(tx);
  if (block === undefined) return true;
  const { rows } = await sql`
    select 1 from block
    where chain = ${chain} and block_number = ${block.blockNumber} and hash = ${toBytea(block.hash)}`.execute(tx);
  return rows.length > 0;
}
