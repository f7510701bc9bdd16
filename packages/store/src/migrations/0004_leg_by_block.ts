import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Finds the newest legs of a chain for a rewind. BRIN, because legs come in the order of blocks: some pages for millions
 * of rows, and nothing to do per row. Of several chains, whose blocks differ in number, each page range keeps several
 * spans.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index leg_by_block on leg using brin (block_number int8_minmax_multi_ops)`.execute(db);
}
