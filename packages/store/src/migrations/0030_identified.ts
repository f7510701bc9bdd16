import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * Contracts that no table lists are identified: collections whose NFTs are positions, and contracts that emit a
 * protocol's events. Empty at first: every indexed collection waits, and emitters are added as they are seen. Also which
 * rows of the catalogue respond on the chain.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table protocol_contract drop constraint protocol_contract_identity_check`.execute(db);
  await sql`
    alter table protocol_contract add constraint protocol_contract_identity_check
      check (identity in ('nft', 'place', 'receipt', 'none'))`.execute(db);
  await sql`
    create index protocol_contract_nfts on protocol_contract (chain, address) where identity = 'nft'`.execute(db);
  await sql`alter table nft_contract add column is_classified boolean not null default false`.execute(db);
  await sql`
    create index nft_contract_unclassified on nft_contract (chain, address) where not is_classified`.execute(db);
  await sql`
    create table emitter (
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      is_classified boolean not null default false,
      primary key (chain, address)
    )`.execute(db);
  await sql`create index emitter_unclassified on emitter (chain, address) where not is_classified`.execute(db);
  await sql`alter table protocol add column checked_version text`.execute(db);
  await sql`alter table protocol add column dead_reason text`.execute(db);
}
