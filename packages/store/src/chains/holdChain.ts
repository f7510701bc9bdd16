import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { BlockRef } from "./chains.ts";
import type { Store } from "../database/database.ts";

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
  await sql`select from chain_state where chain = ${chain} for share`.execute(tx);
  if (block === undefined) return true;
  const { rows } = await sql`
    select from block
    where chain = ${chain} and block_number = ${block.blockNumber} and hash = ${toBytea(block.hash)}`.execute(tx);
  return rows.length > 0;
}
