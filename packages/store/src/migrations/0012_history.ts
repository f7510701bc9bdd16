import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * What reading transactions takes: names of functions, finding one by its hash, and the keys that may use wallets. A hash
 * index costs two thirds of the time to write, and half of the room, that a b-tree of the same hashes does.
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
