import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * Tables whose rows belong to a block, and which of them precede a block that is kept: the condition of a delete. What a
 * token logged in too many places to be read of each owner stays: it shows that something was not read.
 */
export const REMAINING: Readonly<Record<string, (before: bigint) => RawBuilder<unknown>>> = {
  leg: (before) => sql`block_number < ${before}`,
  token_log: (before) => sql`block_number < ${before} and owner <> token`,
  residual: (before) => sql`to_block < ${before}`,
  wrap_repair: (before) => sql`block_number < ${before}`,
  transaction: (before) => sql`block_number < ${before}`,
  block: (before) => sql`block_number < ${before}`,
};
