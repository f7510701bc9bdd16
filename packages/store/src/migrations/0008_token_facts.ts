import { sql } from "kysely";
import type { Kysely } from "kysely";

/** Token metadata beyond names, and queues of pending look-ups (partial indexes, because tokens are many). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table token
      add column creator bytea check (octet_length(creator) = 20),
      add column total_supply numeric(78, 0),
      add column is_scam boolean,
      add column is_suspicious boolean,
      add column is_traced boolean not null default false`.execute(db);
  await sql`update token set metadata_block = null where standard <> 'native'`.execute(db); // so that they are described again
  await sql`create index token_verified on token (chain, address) where is_verified`.execute(db);
  await sql`create index token_undescribed on token (chain, address) where metadata_block is null`.execute(db);
  await sql`
    create index token_untraced on token (chain, address)
      where not is_traced and metadata_block is not null`.execute(db);
}
