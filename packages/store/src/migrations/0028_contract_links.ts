import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Which other contracts a contract belongs to, as read from the chain, and which blocks were searched for contracts to
 * read; and whether the deployment of an NFT collection was looked up. Empty at first: the indexer fills them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table contract_link (
      block_number bigint,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      implementation bytea check (octet_length(implementation) = 20),
      beacon bytea check (octet_length(beacon) = 20),
      factory bytea check (octet_length(factory) = 20),
      primary key (chain, address)
    )`.execute(db);
  await sql`create index contract_link_by_block on contract_link (chain, block_number)`.execute(db); // null while waiting
  await sql`
    create index contract_link_by_beacon on contract_link (chain, beacon) where beacon is not null`.execute(db);
  await sql`
    create table contract_link_scan (
      chain text primary key,
      first_block bigint not null,
      last_block bigint not null
    )`.execute(db);
  await sql`alter table nft_contract add column is_traced boolean not null default false`.execute(db);
  await sql`
    create index nft_contract_untraced on nft_contract (chain, address)
      where creator is null and not is_traced and metadata_block is not null`.execute(db);
}
