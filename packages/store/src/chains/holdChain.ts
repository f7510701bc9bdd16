import { sql } from "kysely";
import { toBytea } from "../encoding/bytea.ts";
import type { BlockRef } from "./chains.ts";
import type { Store } from "../database/database.ts";

/**
 * Keeps a chain's blocks as they are until the transaction ends, for who writes beside its indexer: that one, and a reorg,
 * wait. Lock nothing else before it.
 * @param block - When given: whether it still is one of the chain's stored blocks is returned; else true.
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
