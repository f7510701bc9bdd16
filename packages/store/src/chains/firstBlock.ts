import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * The end of a statement that selects from the first indexed block `b` of a chain. Of earlier blocks only those are stored
 * in which an owner's history has a transaction. A range of block's primary key.
 * @param chain - An expression.
 */
export const fromFirstBlock = (chain: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  from block b where b.chain = ${chain} and b.block_number >= coalesce((
    select start_block from chain_state started where started.chain = ${chain}
  ), 0) order by b.block_number limit 1`;
