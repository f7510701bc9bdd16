import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Ranges of blocks whose legs and transactions are in partitions of their own, to be dropped as a whole. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table kept_partition (
      first_block bigint not null,
      end_block bigint not null check (end_block > first_block),
      chain text not null,
      primary key (chain, first_block)
    )`.execute(db);
}
