import { sql } from "kysely";
import type { Kysely } from "kysely";

/**
 * When fetched metadata is due to be fetched again, because its contract reported a change (ERC-4906, ERC-1155), and
 * whether spenders have code. Reads all approvals once.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table nft add column refresh_at timestamptz`.execute(db);
  await sql`create index nft_to_refresh on nft (chain, refresh_at) where refresh_at is not null`.execute(db);
  await sql`
    create table account_code (
      block_number bigint,
      has_code boolean,
      chain text not null,
      address bytea not null check (octet_length(address) = 20),
      primary key (chain, address)
    )`.execute(db);
  await sql`create index account_code_by_block on account_code (chain, block_number)`.execute(db); // null while waiting
  await sql`
    insert into account_code (chain, address)
    select chain, spender from approval where raw_amount > 0
    union select chain, operator from operator_approval where is_approved
    union select chain, spender from nft_approval where spender <> decode(repeat('00', 20), 'hex')`.execute(db);
}
