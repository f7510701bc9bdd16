import { sql } from "kysely";
import type { Kysely } from "kysely";

/** What feeds said of currencies, at a block. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table exchange_rate (
      block_number bigint not null,
      time_at bigint not null,
      answered_at bigint not null,
      usd double precision not null check (usd > 0),
      heartbeat integer not null,
      feed bytea not null check (octet_length(feed) = 20),
      chain text not null,
      currency text not null,
      primary key (chain, currency)
    )`.execute(db);
}
