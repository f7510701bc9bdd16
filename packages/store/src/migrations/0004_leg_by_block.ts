import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Finds the newest legs of a chain for a rewind. BRIN, because legs are appended in block order: a few pages for
 * millions of rows, and no work per row. With several chains, whose block numbers differ, each page range stores
 * several intervals.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index leg_by_block on leg using brin (block_number int8_minmax_multi_ops)`.execute(db);
}
