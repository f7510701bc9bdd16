import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * For decoding transactions: function names, an index by hash, and the keys that may use wallets. A hash index takes
 * two thirds of the write time and half of the space of a b-tree.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table function_signature (
      imported_at timestamptz not null default now(),
      selector bytea not null check (octet_length(selector) = 4),
      signature text not null,
      source text not null,
      primary key (selector, signature)
    )`.execute(db);
  await sql`alter table access_key add column is_wallet_enabled boolean not null default false`.execute(db);
  await sql`create index transaction_by_hash on transaction using hash (hash)`.execute(db);
}
